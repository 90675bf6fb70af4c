import { isRecord } from "../../json-value.ts";
import { flattenFields } from "../fields.ts";
import type { Column } from "../output.ts";
import { cellValue } from "./cell.ts";
import { columnsOf } from "./columns.ts";
import type { ListRenderer, Renderer } from "./renderer.ts";

/** Writes one line of cells, its line break included. */
export type RowWriter = (cells: readonly unknown[]) => string;

/** A format of lines: a header with the names of the fields, then a line per row. */
export function createRows(columns: readonly Column[], writeRow: RowWriter): Renderer {
  return {
    inRows: true,
    one: (value) => {
      if (!isRecord(value)) return writeRow([value]);
      const fields = flattenFields(value);
      if (fields.length === 0) return "";
      return writeRow(fields) + writeRow(fields.map((field) => cellValue(value, { field })));
    },
    list: () => listRenderer(columns, writeRow),
  };
}

function listRenderer(known: readonly Column[], writeRow: RowWriter): ListRenderer {
  let columns: readonly Column[] | undefined;
  const header = (rows: readonly unknown[]): string => {
    columns = known.length > 0 ? known : columnsOf(rows);
    return columns.length === 0 ? "" : writeRow(columns.map(({ field, title }) => field || title));
  };
  return {
    page(rows) {
      if (rows.length === 0) return "";
      const head = columns === undefined ? header(rows) : "";
      const lines = rows.map((row) => writeRow((columns ?? []).map((column) => cellValue(row, column))));
      return head + lines.join("");
    },
    end: () => (columns === undefined ? header([]) : ""),
  };
}
