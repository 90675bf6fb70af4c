import { isRecord } from "../../values/record.ts";
import { safeCell, safeText } from "../../values/safe-text.ts";
import { flattenFields } from "../fields.ts";
import type { Column } from "../output.ts";
import { cellValue, columnsOf, isTimeField, rawText, showTime } from "./cell.ts";
import type { ListRenderer, Renderer, RenderSettings } from "./renderer.ts";

/** Writes one line of cells, its line break included. */
type RowWriter = (cells: readonly unknown[]) => string;

/** The value of a row in a column; times are in the zone that was asked for. */
type ReadCell = (row: unknown, column: Pick<Column, "field">) => unknown;

/** A format with a header of field names, then a line per row. */
function createRows(settings: RenderSettings, writeRow: RowWriter): Renderer {
  const { columns, headless = false, zone } = settings;
  const read: ReadCell = (row, column) => {
    const value = cellValue(row, column);
    const isZoned = zone !== undefined && isTimeField(column.field) && typeof value === "string";
    return isZoned ? showTime(value, "programs", zone) : value;
  };
  return {
    inRows: true,
    one: (value) => {
      if (!isRecord(value)) return writeRow([value]);
      const fields = flattenFields(value);
      if (fields.length === 0) return "";
      return (headless ? "" : writeRow(fields)) + writeRow(fields.map((field) => read(value, { field })));
    },
    list: () => listRenderer({ columns, headless, read, writeRow }),
  };
}

interface RowsParts {
  readonly columns: readonly Column[];
  readonly headless: boolean;
  readonly read: ReadCell;
  readonly writeRow: RowWriter;
}

function listRenderer({ columns: known, headless, read, writeRow }: RowsParts): ListRenderer {
  let columns: readonly Column[] | undefined;
  const header = (rows: readonly unknown[]): string => {
    columns = known.length > 0 ? known : columnsOf(rows);
    const isNamed = known.length > 0 || rows.some(isRecord);
    return isNamed && !headless ? writeRow(columns.map(({ field, title }) => field || title)) : "";
  };
  return {
    page(rows) {
      if (rows.length === 0) return "";
      const head = columns === undefined ? header(rows) : "";
      const lines = rows.map((row) => writeRow((columns ?? []).map((column) => read(row, column))));
      return head + lines.join("");
    },
    end: () => (columns === undefined ? header([]) : ""),
  };
}

/** RFC 4180, but with the line ends of a shell. */
export function createCsv(settings: RenderSettings): Renderer {
  const { stringify } = settings;
  return createRows(
    settings,
    (cells) => `${cells.map((cell) => csvCell(rawText(cell, stringify))).join(",")}\n`,
  );
}

const isNumber = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;
/** With the full-width forms of the four signs; the bundle must be ASCII, and patterns are bundled as they are written. */
const runsAsFormula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
/** A spreadsheet that splits at semicolons or tabs ignores quotes inside a cell, so a line break splits as well. */
const startsFormula = /[;\t\r\n](?=[ "]*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/** A spreadsheet treats what follows an apostrophe as text and never runs it. */
function csvCell(text: string): string {
  const cell = safeCell(text).replace(startsFormula, "$&'");
  const inert = runsAsFormula.test(cell) && !isNumber.test(cell) ? `'${cell}` : cell;
  return /[",\n\r\t]|^\s|\s$/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** Always one line per row: line breaks and tabs inside a cell are escaped. */
export function createTsv(settings: RenderSettings): Renderer {
  const { stringify } = settings;
  return createRows(
    settings,
    (cells) => `${cells.map((cell) => safeText(rawText(cell, stringify))).join("\t")}\n`,
  );
}

/** The id of each row, or the picked fields separated by tabs; a row without any is left out. */
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

export function createNdjson({ stringify }: RenderSettings): Renderer {
  const line = (value: unknown): string => `${stringify(value)}\n`;
  return {
    inRows: true,
    one: line,
    list: () => ({
      page: (items) => items.map(line).join(""),
      end: () => "",
    }),
  };
}
