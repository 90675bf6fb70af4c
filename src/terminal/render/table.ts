import CliTable from "cli-table3";
import { isRecord } from "../../values/record.ts";
import { flattenFields, readField } from "../fields.ts";
import type { Column } from "../output.ts";
import { safeText } from "../safe-text.ts";
import { cellValue, columnsOf, shownText, showTime } from "./cell.ts";
import { cellWidth, fitCell } from "./cell-width.ts";
import { fillLine, fitRow, fitWidths, gap, type Layout, leaveOut, makeRoom, widenFor } from "./layout.ts";
import type { ListRenderer, Renderer, RenderSettings } from "./renderer.ts";

/** Rows that are drawn together: drawing takes time by the square of their number. */
const chunkSize = 100;

export function createTable(settings: RenderSettings): Renderer {
  return {
    inRows: true,
    one: (value) => recordLines(value, settings),
    list: (columns = settings.columns) => listRenderer({ ...settings, columns }),
  };
}

function listRenderer(settings: RenderSettings): ListRenderer {
  // Rows of an endless list come one by one: columns that moved with each would never be read as columns.
  const isFixed = settings.endless === true && settings.interactive;
  let layout: Layout | undefined;
  const cellsOf = (rows: readonly unknown[], columns: readonly Column[]): string[][] =>
    rows.map((row) => columns.map((column) => tableCell(row, column, settings)));
  const begin = (rows: readonly unknown[]): Layout => {
    const start = startLayout(settings, rows);
    const wide = widenFor(start, cellsOf(rows, start.columns));
    if (!settings.interactive) return wide;
    return isFixed
      ? fillLine(leaveOut(makeRoom(wide), settings.width), settings.width)
      : leaveOut(wide, settings.width);
  };
  const drawChunk = (rows: readonly unknown[]): string => {
    const isFirst = layout === undefined;
    const known = layout ?? begin(rows);
    const { columns } = known;
    const cells = cellsOf(rows, columns);
    layout = isFixed ? known : widenFor(known, cells);
    const widths = fitWidths(layout, settings.interactive ? settings.width : Number.POSITIVE_INFINITY);
    const body = drawRows(
      cells.map((row) => fitRow(row, columns, widths)),
      widths,
      settings,
    );
    return isFirst ? drawHead(fitRow(titlesOf(columns), columns, widths), widths, settings) + body : body;
  };
  return {
    page: (rows) => chunks(rows).map(drawChunk).join(""),
    end: () => "",
  };
}

function startLayout({ columns: known, leavesOut }: RenderSettings, rows: readonly unknown[]): Layout {
  const found = (): Column[] =>
    columnsOf(rows).map((column) => ({ ...column, shrinks: true, goes: leavesOut === true }));
  const columns = known.length > 0 ? known : found();
  return widenFor({ columns, wanted: columns.map(() => 1) }, [titlesOf(columns)]);
}

function titlesOf(columns: readonly Column[]): string[] {
  return columns.map(({ title }) => safeText(title));
}

function chunks(rows: readonly unknown[]): (readonly unknown[])[] {
  const count = Math.ceil(rows.length / chunkSize);
  return Array.from({ length: count }, (_, index) => rows.slice(index * chunkSize, (index + 1) * chunkSize));
}

/** A line per field of an object that has a value, names and values aligned; values are never cut. */
function recordLines(value: unknown, settings: RenderSettings): string {
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

/** The text of a row in a column of a table, ready for a terminal. */
function tableCell(row: unknown, column: Column, settings: RenderSettings): string {
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

type Look = Pick<RenderSettings, "interactive" | "paint">;

/** Titles over the columns; on a terminal with a rule below them. Cells come in their full width. */
function drawHead(
  titles: readonly string[],
  widths: readonly number[],
  { interactive, paint }: Look,
): string {
  if (!interactive) return `${paint.strong(titles.join(gap).trimEnd())}\n`;
  const [head = "", rule = ""] = draw([titles.map((title) => paint.strong(title))], widths, ruled).split(
    "\n",
  );
  return `${head}\n${paint.faint(rule)}\n`;
}

function drawRows(
  rows: readonly (readonly string[])[],
  widths: readonly number[],
  { interactive }: Look,
): string {
  return interactive ? `${draw(rows, widths, bare)}\n` : rows.map(plainLine).join("");
}

function plainLine(cells: readonly string[]): string {
  return `${cells.join(gap).trimEnd()}\n`;
}

const bare = {
  top: "",
  "top-mid": "",
  "top-left": "",
  "top-right": "",
  bottom: "",
  "bottom-mid": "",
  "bottom-left": "",
  "bottom-right": "",
  left: "",
  "left-mid": "",
  mid: "",
  "mid-mid": "",
  right: "",
  "right-mid": "",
  middle: gap,
};

const ruled = { ...bare, bottom: "─", "bottom-mid": "──" };

/** From the private use area; no cell of ours holds a run of it. */
const standIn = "\ue000";

/** The package measures text by older rules than terminals draw it, so it lays out stand-ins of the right width. */
function draw(rows: readonly (readonly string[])[], widths: readonly number[], chars: typeof bare): string {
  const table = new CliTable({
    chars,
    colWidths: [...widths],
    style: { head: [], border: [], "padding-left": 0, "padding-right": 0 },
  });
  table.push(...rows.map((row) => row.map((_, index) => standIn.repeat(widths[index] ?? 0))));
  const cells = rows.flat();
  let next = 0;
  return table.toString().replace(/\ue000+/g, () => {
    next += 1;
    return cells[next - 1] ?? "";
  });
}
