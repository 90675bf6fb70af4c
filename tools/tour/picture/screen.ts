import { cellWidth } from "../../../src/terminal/render/cell-width.ts";
import { changeStyle, type Style, usual } from "./style.ts";

/** One character as a reader counts them; a wide one is followed by an empty cell. */
export interface Cell {
  readonly text: string;
  readonly style: Style;
}

export type Row = readonly Cell[];

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const pieces = /\x1b\[(?<parameters>[\d;]*)(?<final>[A-Za-z])|(?<control>[\r\n])|(?<text>[^\x1b\r\n]+)/g;

/** What a terminal shows when all of the text has been written to it; longer lines go on below. */
export function drawScreen(text: string, columns: number): readonly Row[] {
  const rows: Cell[][] = [[]];
  let column = 0;
  let style = usual;
  const row = () => rows.at(-1) ?? [];
  const startRow = () => {
    rows.push([]);
    column = 0;
  };
  const put = (grapheme: string) => {
    const width = cellWidth(grapheme);
    if (column + width > columns) startRow();
    while (row().length < column) row().push({ text: " ", style: usual });
    row().splice(
      column,
      width,
      { text: grapheme, style },
      ...Array(Math.max(0, width - 1)).fill({ text: "", style }),
    );
    column += width;
  };
  for (const { groups = {} } of text.matchAll(pieces)) {
    const { control, final, parameters = "", text: plain = "" } = groups;
    if (control === "\n") startRow();
    if (control === "\r") column = 0;
    if (final === "m") style = changeStyle(style, parameters);
    if (final === "K") row().splice(column);
    for (const { segment } of graphemes.segment(plain)) put(segment);
  }
  return rows.at(-1)?.length === 0 ? rows.slice(0, -1) : rows;
}

/** The text of a row as a reader sees it. */
export function rowText(row: Row): string {
  return row
    .map(({ text }) => text)
    .join("")
    .trimEnd();
}
