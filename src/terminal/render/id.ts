import { isRecord } from "../../json-value.ts";
import { safeText } from "../safe-text.ts";
import { cellValue, rawText } from "./cell.ts";
import type { Renderer, RenderSettings } from "./renderer.ts";

/** The id of each row, or the picked fields with tabs between them; a row without any is left out. */
export function createId({ columns, stringify }: RenderSettings): Renderer {
  const line = (row: unknown): string => {
    const cells = isRecord(row) ? columns.map((column) => cellValue(row, column)) : [row];
    const text = cells.map((cell) => safeText(rawText(cell, stringify))).join("\t");
    return text.trim() === "" ? "" : `${text}\n`;
  };
  return {
    inRows: true,
    one: line,
    list: () => ({ page: (rows) => rows.map(line).join(""), end: () => "" }),
  };
}
