import stringWidth from "fast-string-width";

/** Latin, Greek and Cyrillic letters and signs without combining marks and the soft hyphen: a cell for each character. */
const plain = /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u0370-\u0482\u048a-\u052f]*$/;

let segmenter: Intl.Segmenter | undefined;

/** Cells that a text takes on a terminal. */
export function cellWidth(text: string): number {
  if (plain.test(text)) return text.length;
  return graphemesOf(text).reduce((width, grapheme) => width + graphemeWidth(grapheme), 0);
}

type Side = "left" | "right";

/** The text in exactly this many cells: padded, or cut between graphemes with an ellipsis. */
export function fitCell(text: string, width: number, side: Side = "left"): string {
  const cut = cellWidth(text) <= width ? text : cutCell(text, width);
  const room = " ".repeat(Math.max(0, width - cellWidth(cut)));
  return side === "left" ? cut + room : room + cut;
}

function cutCell(text: string, width: number): string {
  if (plain.test(text)) return `${text.slice(0, Math.max(0, width - 1))}…`;
  let cut = "";
  let room = width - 1;
  for (const grapheme of graphemesOf(text)) {
    room -= graphemeWidth(grapheme);
    if (room < 0) break;
    cut += grapheme;
  }
  return `${cut}…`;
}

/** The segmenter takes time to load, and few texts need it. */
function graphemesOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** Emoji joined into one, keycaps, and the wide scripts that the package does not know, such as Yi and Nushu. */
const wide =
  /^(?:\p{Extended_Pictographic}.*\u200d|[\d#*]\ufe0f?\u20e3|[\u4dc0-\ua4cf\ua960-\ua97c\u{16fe0}-\u{18dff}\u{1b000}-\u{1b2ff}\u{1d300}-\u{1d376}])/su;

/** Hands and people drawn as text unless a selector or skin tone follows; the package takes them for emoji. */
const handAsText = /^(?!\p{Emoji_Presentation})\p{Emoji_Modifier_Base}\ufe0e?$/u;

/** Joiners and the like, and letters that a virama merges into the previous one; the Thai and Lao vowels am stand alone. */
const unseen =
  /(?!\ufe0f)\p{Default_Ignorable_Code_Point}|(?<=\p{Nonspacing_Mark}\u200d?)(?![\u0e33\u0eb3])\p{Other_Letter}/gu;

function graphemeWidth(grapheme: string): number {
  if (plain.test(grapheme)) return grapheme.length;
  if (wide.test(grapheme)) return 2;
  if (handAsText.test(grapheme)) return 1;
  // The parts of a Hangul syllable share two cells.
  const whole = /^[\u1100-\u11ff]/.test(grapheme) ? grapheme.normalize("NFC") : grapheme;
  const visible = whole.replace(unseen, "");
  const marks = visible.match(/\p{Spacing_Mark}/gu)?.length ?? 0;
  return Math.min(2, stringWidth(visible)) + marks;
}
