import { isRecord } from "../../values/record.ts";
import { safeCell, safeText } from "../../values/safe-text.ts";
import { flattenFields } from "../fields.ts";
import type { Column } from "../output.ts";
import { cellValue, columnsOf, isTimeField, rawText, showTime } from "./cell.ts";
import type { Renderer, RenderSettings } from "./renderer.ts";

/** A format with a header of field names, then a line per row; `writeRow` gives a line of cells with its line break. */
function createRows(settings: RenderSettings, writeRow: (cells: readonly string[]) => string): Renderer {
  const { columns: planned, headless, stringify, zone } = settings;
  const rowOf = (row: unknown, columns: readonly Pick<Column, "field">[]): string =>
    writeRow(
      columns.map((column) => {
        const value = cellValue(row, column);
        const isZoned = zone !== undefined && isTimeField(column.field) && typeof value === "string";
        return isZoned ? showTime(value, "programs", zone) : rawText(value, stringify);
      }),
    );
  return {
    inRows: true,
    one: (value) => {
      if (!isRecord(value)) return rowOf(value, [{ field: "" }]);
      const fields = flattenFields(value);
      if (fields.length === 0) return "";
      const head = headless ? "" : writeRow(fields);
      return (
        head +
        rowOf(
          value,
          fields.map((field) => ({ field })),
        )
      );
    },
    list() {
      let columns: readonly Column[] | undefined;
      const open = (rows: readonly unknown[]): string => {
        columns = planned.length > 0 ? planned : columnsOf(rows);
        const isNamed = planned.length > 0 || rows.some(isRecord);
        return isNamed && !headless ? writeRow(columns.map(({ field, title }) => field || title)) : "";
      };
      return {
        page(rows) {
          if (rows.length === 0) return "";
          const head = columns === undefined ? open(rows) : "";
          return head + rows.map((row) => rowOf(row, columns ?? [])).join("");
        },
        end: () => (columns === undefined ? open([]) : ""),
      };
    },
  };
}

/** RFC 4180, but with the line ends of a shell. */
export function createCsv(settings: RenderSettings): Renderer {
  return createRows(settings, (cells) => `${cells.map(csvCell).join(",")}\n`);
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
  return createRows(settings, (cells) => `${cells.map(safeText).join("\t")}\n`);
}

/** The id of each row, or the picked fields separated by tabs; a row without any is left out. */
export function createId({ columns, stringify }: RenderSettings): Renderer {
  return createLines((row) => {
    const cells = isRecord(row) ? columns.map((column) => cellValue(row, column)) : [row];
    const text = cells.map((cell) => safeText(rawText(cell, stringify))).join("\t");
    return text.trim() === "" ? "" : `${text}\n`;
  });
}

export function createNdjson({ stringify }: RenderSettings): Renderer {
  return createLines((value) => `${stringify(value)}\n`);
}

function createLines(line: (value: unknown) => string): Renderer {
  return {
    inRows: true,
    one: line,
    list: () => ({ page: (rows) => rows.map(line).join(""), end: () => "" }),
  };
}
