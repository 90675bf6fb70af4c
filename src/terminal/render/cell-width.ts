import stringWidth from "string-width";
import { once } from "../../values/once.ts";

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
  return padCell(cellWidth(text, width) <= width ? text : cutCell(text, width), width, side);
}

/** The text in at least this many cells. */
export function padCell(text: string, width: number, side: Side = "left"): string {
  const room = " ".repeat(Math.max(0, width - cellWidth(text, width)));
  return side === "left" ? text + room : room + text;
}

function cutCell(text: string, width: number): string {
  return `${splitCells(text, width - 1).next().value ?? ""}…`;
}

/** Lines of at most this many cells: broken between words, and inside a word only where it is longer than a line. */
export function wrapCells(text: string, width: number): string[] {
  if (cellWidth(text, width) <= width) return [text];
  const lines: string[] = [];
  let line = "";
  let used = 0;
  for (const word of text.split(" ")) {
    const length = cellWidth(word);
    if (line !== "" && used + 1 + length <= width) {
      line += ` ${word}`;
      used += 1 + length;
      continue;
    }
    for (const part of length <= width ? [word] : splitCells(word, width)) {
      if (line !== "") lines.push(line);
      line = part;
    }
    used = cellWidth(line);
  }
  return [...lines, line];
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

/** Code units that are segmented at a time. */
const usualPiece = 256;

/**
 * The graphemes of a text. It is segmented in pieces, because Node takes quadratic time for the whole of a long one,
 * and only if it has more than letters that stand alone.
 */
export function* graphemesOf(
  text: string,
  segmenter: Pick<Intl.Segmenter, "segment"> = openSegmenter(),
): Generator<string, undefined> {
  let start = 0;
  let size = usualPiece;
  while (start < text.length) {
    if (standsAlone(text, start)) {
      yield text.charAt(start);
      start += 1;
      continue;
    }
    const end = start + size + (isLowSurrogate(text.charCodeAt(start + size)) ? 1 : 0);
    let next = start;
    for (const { segment } of segmenter.segment(text.slice(start, end))) {
      // The last grapheme of a piece may continue in the next one.
      if (end < text.length && next + segment.length === end) break;
      next += segment.length;
      yield segment;
    }
    size = next === start ? size * 2 : usualPiece;
    start = next;
  }
  return undefined;
}

/** Common letters never join one another; what follows may still join the last of them. */
const usual =
  /[\x20-\x7e\xa1-\xac\xae-\u02ff\u0370-\u0482\u048a-\u052f\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3]/y;

function standsAlone(text: string, index: number): boolean {
  return isUsual(text, index) && (index + 1 === text.length || isUsual(text, index + 1));
}

function isUsual(text: string, index: number): boolean {
  usual.lastIndex = index;
  return usual.test(text);
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** Letters of two cells, most of what wide text is made of: kana, ideographs and Hangul. */
const wideLetter = /^[\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3]$/;

/** The Thai and Lao vowels am take a cell of their own; the package counts them to the letter before. */
const vowelAm = /.[\u0e33\u0eb3]$/;

function graphemeWidth(grapheme: string): number {
  if (plain.test(grapheme)) return grapheme.length;
  if (wideLetter.test(grapheme)) return 2;
  return stringWidth(grapheme) + (vowelAm.test(grapheme) ? 1 : 0);
}
