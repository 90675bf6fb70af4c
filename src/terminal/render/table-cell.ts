import type { Column } from "../output.ts";
import { safeText } from "../safe-text.ts";
import { cellValue, shownText } from "./cell.ts";
import type { RenderSettings } from "./renderer.ts";
import { showTime } from "./shown-time.ts";

/** The text of a row in a column of a table, ready for a terminal. */
export function tableCell(row: unknown, column: Column, settings: RenderSettings): string {
  const value = cellValue(row, column);
  const { interactive, stringify } = settings;
  if (value === null || value === undefined) return interactive ? "-" : "";
  if (column.kind === "time" && typeof value === "string") {
    return safeText(showTime(value, interactive ? "people" : "programs"));
  }
  if (column.kind === "count" && Array.isArray(value)) return String(value.length);
  const { mark } = column;
  const isMarked = mark !== undefined && cellValue(row, mark) === true;
  return safeText(shownText(value, stringify)) + (isMarked ? ` ${mark.text}` : "");
}
