import stringWidth from "string-width";
import { once } from "../../values/once.ts";
import { fillLines } from "../wrap-lines.ts";

/** Latin, Greek and Cyrillic letters and signs without combining marks and the soft hyphen: a cell for each character. */
const plain = /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u0370-\u0482\u048a-\u052f]*$/;

/** Cells that a text takes on a terminal; counting stops beyond `most`, at some number above it. */
export function cellWidth(text: string, most = Number.POSITIVE_INFINITY): number {
  if (plain.test(text)) return text.length;
  let width = 0;
  for (const grapheme of graphemesOf(text)) {
    width += graphemeWidth(grapheme);
    if (width > most) break;
  }
  return width;
}

type Side = "left" | "right";

/** The text in exactly this many cells: padded, or cut between graphemes with an ellipsis. */
export function fitCell(text: string, width: number, side: Side = "left"): string {
  if (cellWidth(text, width) <= width) return padCell(text, width, side);
  return padCell(`${splitCells(text, width - 1).next().value ?? ""}…`, width, side);
}

/** The text in at least this many cells. */
export function padCell(text: string, width: number, side: Side = "left"): string {
  const room = " ".repeat(Math.max(0, width - cellWidth(text, width)));
  return side === "left" ? text + room : room + text;
}

/** Lines of at most this many cells: broken between words, and inside a word only where it is longer than a line. */
export function wrapCells(text: string, width: number): string[] {
  if (cellWidth(text, width) <= width) return [text];
  const words = text.split(" ").flatMap((word) => [...splitCells(word, width)]);
  return fillLines(words, width, cellWidth);
}

/** The parts of a text, each of at most this many cells. */
function* splitCells(text: string, width: number): Generator<string, undefined> {
  let part = "";
  let used = 0;
  for (const grapheme of graphemesOf(text)) {
    // Marks that take a cell each can make one grapheme wider than a line.
    const units = graphemeWidth(grapheme) > width ? grapheme : [grapheme];
    for (const unit of units) {
      const more = graphemeWidth(unit);
      if (used + more > width) {
        yield part;
        [part, used] = ["", 0];
      }
      part += unit;
      used += more;
    }
  }
  yield part;
  return undefined;
}

/** The segmenter takes time to load, and most texts don't need it. */
const openSegmenter = once(() => new Intl.Segmenter(undefined, { granularity: "grapheme" }));

/** A long text is segmented in pieces, because Node takes quadratic time for the whole of it. */
function* graphemesOf(text: string): Generator<string, undefined> {
  for (const [piece] of text.matchAll(/.{1,500}/gsu)) {
    if (plain.test(piece)) yield* piece;
    else for (const { segment } of openSegmenter().segment(piece)) yield segment;
  }
  return undefined;
}

/** The Thai and Lao vowels am take a cell of their own; the package counts them to the letter before. */
const vowelAm = /^[\u0e01-\u0ede].*[\u0e33\u0eb3]$/;

function graphemeWidth(grapheme: string): number {
  if (plain.test(grapheme)) return grapheme.length;
  return stringWidth(grapheme) + (vowelAm.test(grapheme) ? 1 : 0);
}
