import { isRecord } from "../../json-value.ts";
import { flattenFields, readField } from "../fields.ts";
import { safeText } from "../safe-text.ts";
import { cellWidth, fitCell } from "./cell-width.ts";
import { gap } from "./layout.ts";
import type { RenderSettings } from "./renderer.ts";
import { tableCell } from "./table-cell.ts";

/** A line per field of an object that has a value, names and values aligned; values are never cut. */
export function recordLines(value: unknown, settings: RenderSettings): string {
  if (!isRecord(value)) return `${tableCell(value, { title: "", field: "" }, settings)}\n`;
  const fields = flattenFields(value).filter((field) => readField(value, field) !== null);
  const width = Math.max(0, ...fields.map((field) => cellWidth(safeText(field))));
  const lines = fields.map((field) => {
    // As a time, a text that is none stays as it is.
    const column = settings.columns.find((known) => known.field === field) ?? {
      title: field,
      field,
      kind: "time",
    };
    const name = settings.paint.strong(fitCell(safeText(field), width));
    return `${name}${gap}${tableCell(value, column, settings)}`.trimEnd();
  });
  return lines.map((line) => `${line}\n`).join("");
}
