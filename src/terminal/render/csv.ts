import { safeCell } from "../safe-text.ts";
import { rawText } from "./cell.ts";
import type { Renderer, RenderSettings } from "./renderer.ts";
import { createRows } from "./rows.ts";

/** RFC 4180 but for the line ends, which are those of a shell. */
export function createCsv({ columns, stringify }: RenderSettings): Renderer {
  return createRows(
    columns,
    (cells) => `${cells.map((cell) => csvCell(rawText(cell, stringify))).join(",")}\n`,
  );
}

const isNumber = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;
const runsAsFormula = /^[=+\-@\t\r\n＝＋－＠]/;

/** A spreadsheet takes what follows an apostrophe as text and never runs it. */
function csvCell(text: string): string {
  const cell = safeCell(text);
  const inert = runsAsFormula.test(cell) && !isNumber.test(cell) ? `'${cell}` : cell;
  return /[",\n\r\t]|^\s|\s$/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
