import stringWidth from "string-width";

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const plain = /^[\x20-\x7e]*$/;

/** Cells that the text takes on a terminal. */
export function cellWidth(text: string): number {
  return plain.test(text) ? text.length : stringWidth(text);
}

export type Side = "left" | "right";

/** The text in exactly so many cells: set to one side, or cut between graphemes with an ellipsis. */
export function fitCell(text: string, width: number, side: Side = "left"): string {
  const cut = cellWidth(text) <= width ? text : cutCell(text, width);
  const room = " ".repeat(Math.max(0, width - cellWidth(cut)));
  return side === "left" ? cut + room : room + cut;
}

function cutCell(text: string, width: number): string {
  let cut = "";
  let room = width - 1;
  for (const { segment } of graphemes.segment(text)) {
    room -= cellWidth(segment);
    if (room < 0) break;
    cut += segment;
  }
  return `${cut}…`;
}
