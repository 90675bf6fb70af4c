import CliTable from "cli-table3";
import { isRecord } from "../../values/record.ts";
import { safeText } from "../../values/safe-text.ts";
import type { Zone } from "../../values/zone.ts";
import { flattenFields, readField } from "../fields.ts";
import type { Column } from "../output.ts";
import type { Paint } from "../paint.ts";
import { cellValue, columnsOf, isStateField, isTimeField, shownText, showTime } from "./cell.ts";
import { cellWidth, padCell, wrapCells } from "./cell-width.ts";
import { fillLine, fitColumns, fitRow, gap, type Layout } from "./layout.ts";
import type { ListRenderer, Renderer, RenderSettings } from "./renderer.ts";

export function createTable(settings: RenderSettings): Renderer {
  return {
    inRows: true,
    one: (value) => recordText(value, settings),
    list: (columns = settings.columns) => listRenderer({ ...settings, columns }),
  };
}

/** What the first page settles for all rows: a table, or cards where it finds no room. */
interface Drawing {
  readonly head: string;
  readonly leftOut: readonly string[];
  /** Rows that follow the head, or other rows. */
  body(rows: readonly unknown[]): string;
}

function listRenderer(settings: RenderSettings): ListRenderer {
  let drawing: Drawing | undefined;
  return {
    page(rows) {
      if (rows.length === 0) return "";
      if (drawing !== undefined) return drawing.body(rows);
      drawing = settings.interactive ? openScreen(rows, settings) : openPlain(rows, settings);
      return drawing.head + drawing.body(rows);
    },
    end: () => "",
    leftOut: () => drawing?.leftOut ?? [],
  };
}

/** Where a longer line is no use for reading, a cell that is longer still only moves those after it. */
const widestAligned = 1000;

/** A table for programs: values in full, in columns as far as the first page knows them. */
function openPlain(first: readonly unknown[], settings: RenderSettings): Drawing {
  const columns = columnsFor(first, settings);
  const titles = headOf(columns, settings);
  const { headless, paint } = settings;
  const shown = headless ? titles.map(() => "") : titles;
  const widths = widthsOf([shown, ...cellsOf(first, columns, settings)], widestAligned);
  const pad = (cells: readonly string[]): string[] =>
    cells.map((cell, index) => padCell(cell, widths[index] ?? 0, sideOf(columns[index])));
  const line = (cells: readonly string[]): string => `${cells.join(gap).trimEnd()}\n`;
  return {
    head: headless ? "" : paint.strong(line(pad(titles)).trimEnd()).concat("\n"),
    leftOut: [],
    body: (rows) =>
      cellsOf(rows, columns, settings)
        .map((cells) => line(paintStates(pad(cells), columns, paint)))
        .join(""),
  };
}

/** A narrower screen has no room for columns side by side. */
const narrowestTable = 60;

function openScreen(first: readonly unknown[], settings: RenderSettings): Drawing {
  const { width, endless, headless, paint, wide } = settings;
  if (wide) return openPlain(first, settings);
  const all = columnsFor(first, settings);
  const layout = width < narrowestTable ? undefined : layOut(first, all, settings);
  if (layout === undefined) return openCards(all, settings);
  const settled = endless === true ? fillLine(layout, width) : layout;
  const { columns, widths } = settled;
  const clipping = clippingFor(settings);
  const titles = fitRow(headOf(columns, settings), settled).map((title) => paint.strong(title));
  const [head = "", rule = ""] = draw([titles], widths, ruled).split("\n");
  return {
    head: headless ? "" : `${head}\n${paint.faint(rule)}\n`,
    leftOut: layout.leftOut.map(({ title }) => title),
    body: (rows) =>
      chunks(
        cellsOf(rows, columns, clipping).map((cells) => paintStates(fitRow(cells, settled), columns, paint)),
      )
        .map((chunk) => `${draw(chunk, widths, bare)}\n`)
        .join(""),
  };
}

function layOut(
  rows: readonly unknown[],
  columns: readonly Column[],
  settings: RenderSettings,
): Layout | undefined {
  const { endless, width } = settings;
  const wanted = widthsOf(
    [headOf(columns, settings), ...cellsOf(rows, columns, clippingFor(settings))],
    width,
  );
  const roomy = wanted.map((cells, index) => Math.max(cells, endless ? (columns[index]?.room ?? 0) : 0));
  return fitColumns(columns, roomy, width);
}

/** A cell that is cut to the line anyway is clipped before it is escaped and measured; a grapheme may need many units. */
function clippingFor(settings: RenderSettings): CellSettings {
  return { ...settings, longest: settings.width * 32 };
}

/** What fills more than a screen is cut: a card is there to be read, and a page of endless names to be interrupted. */
const longestInCard = 4000;

/** A card for each row: a line for each field, and an empty line between two cards. */
function openCards(columns: readonly Column[], settings: RenderSettings): Drawing {
  const clipping: CellSettings = { ...settings, longest: longestInCard };
  const titles = titlesOf(columns);
  let isFirst = true;
  const card = (cells: readonly string[]): string => {
    const before = isFirst ? "" : "\n";
    isFirst = false;
    return before + fieldLines({ fields: columns.map(({ field }) => field), titles, cells }, settings);
  };
  return {
    head: "",
    leftOut: [],
    body: (rows) => cellsOf(rows, columns, clipping).map(card).join(""),
  };
}

function columnsFor(rows: readonly unknown[], { columns, leavesOut }: RenderSettings): readonly Column[] {
  if (columns.length > 0) return columns;
  return columnsOf(rows).map((column) => ({ ...column, shrinks: true, goes: leavesOut === true }));
}

function titlesOf(columns: readonly Column[]): string[] {
  return columns.map(({ title }) => safeText(title));
}

/** The cells of a row, with the words for states in their colours. */
function paintStates(cells: readonly string[], columns: readonly Column[], paint: Paint): string[] {
  return cells.map((cell, index) => paintState(cell, columns[index]?.field ?? "", paint));
}

const badStates: readonly string[] = ["deleted", "failed", "suspended"];
const goodStates: readonly string[] = ["active", "created"];

/** The spaces around a word stay as they are, since they end a line that is trimmed. */
function paintState(cell: string, field: string, { bad, good }: Paint): string {
  if (!isStateField(field)) return cell;
  const word = cell.trim();
  if (badStates.includes(word)) return cell.replace(word, bad);
  return goodStates.includes(word) ? cell.replace(word, good) : cell;
}

/** The titles above a table; those of times name their zone where it is not plain UTC for programs. */
function headOf(columns: readonly Column[], { interactive, zone }: RenderSettings): string[] {
  const titles = titlesOf(columns);
  if (!interactive && zone === undefined) return titles;
  return titles.map((title, index) => {
    const column = columns[index];
    return column !== undefined && isTimeColumn(column) ? `${title} (${zoneText(title, zone)})` : title;
  });
}

/** `2026-01-15 12:00:00+01:00` */
const timeWidth = 25;

/** The whole name of a zone where the column is wide enough for it anyway, else its last part: `Los_Angeles`. */
function zoneText(title: string, zone: Zone | undefined): string {
  const name = zone?.name ?? "UTC";
  const fits = title.length + name.length + " ()".length <= timeWidth;
  return fits ? name : (name.split("/").at(-1) ?? name);
}

function isTimeColumn({ field, kind }: Column): boolean {
  return kind === "time" || isTimeField(field);
}

function cellsOf(rows: readonly unknown[], columns: readonly Column[], settings: CellSettings): string[][] {
  return rows.map((row) => columns.map((column) => tableCell(row, column, settings)));
}

/** The width of each column, up to `most`. */
function widthsOf(rows: readonly (readonly string[])[], most: number): number[] {
  const widths = (rows[0] ?? []).map(() => 1);
  for (const row of rows) {
    for (const [index, cell] of row.entries()) {
      widths[index] = Math.max(widths[index] ?? 0, Math.min(most, cellWidth(cell, most)));
    }
  }
  return widths;
}

function sideOf(column: Column | undefined): "left" | "right" {
  return column?.kind === "number" ? "right" : "left";
}

/** A thousand lines of a single field: wrapping more would leave a person waiting who can't even interrupt it. */
const longestInRecord = 100_000;

/** A line for each field of an object that has a value. */
function recordText(value: unknown, settings: RenderSettings): string {
  const isBounded = settings.interactive && !settings.wide;
  const bounds = isBounded
    ? { longest: longestInRecord, whereCut: " (cut here; --wide shows all of it)" }
    : {};
  const showing: CellSettings = { ...settings, ...bounds };
  if (!isRecord(value)) {
    const text = tableCell(value, { title: "", field: "" }, showing);
    return `${settings.interactive ? wrapCells(text, settings.width).join("\n") : text}\n`;
  }
  const fields = flattenFields(value).filter((field) => readField(value, field) !== null);
  const cells = fields.map((field) => {
    // A text that is not a time is shown as it is.
    const unknown: Column = { title: field, field, kind: "time" };
    return tableCell(value, settings.columns.find((known) => known.field === field) ?? unknown, showing);
  });
  return fieldLines({ fields, titles: fields.map((field) => safeText(field)), cells }, settings);
}

/** With less room beside its name, or where only the whole line holds a word such as an id, a value stands below it. */
const leastBeside = 16;

interface FieldLines {
  readonly fields: readonly string[];
  readonly titles: readonly string[];
  readonly cells: readonly string[];
}

/** Names and values, aligned; on a terminal values are wrapped. */
function fieldLines(
  { fields, titles: names, cells: values }: FieldLines,
  { interactive, paint, width }: RenderSettings,
): string {
  const [nameWidth = 0] = widthsOf(
    names.map((name) => [name]),
    interactive ? width : widestAligned,
  );
  const room = width - nameWidth - gap.length;
  const isStacked = interactive && room < leastBeside;
  const lines = names.flatMap((name, index) => {
    const value = values[index] ?? "";
    const longest = interactive ? longestWord(value, width) : 0;
    if (isStacked || (longest > room && longest <= width - gap.length)) {
      const title = wrapCells(name, width).map((line) => paint.strong(line));
      return [...title, ...wrapCells(value, width - gap.length).map((line) => gap + line)];
    }
    const wrapped = interactive ? wrapCells(value, room) : [value];
    const [first = "", ...more] = wrapped.map((line) => paintState(line, fields[index] ?? "", paint));
    const label = paint.strong(padCell(name, nameWidth));
    return [label + gap + first, ...more.map((line) => " ".repeat(nameWidth) + gap + line)];
  });
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}

/** Cells of the longest word, or some number above `most`. */
function longestWord(text: string, most: number): number {
  return text.split(" ").reduce((longest, word) => Math.max(longest, cellWidth(word, most)), 0);
}

/** Stands in a cell without a value. */
const nothing = "-";

interface CellSettings extends Pick<RenderSettings, "interactive" | "stringify" | "zone"> {
  /** Code units of a text that are shown at most. */
  readonly longest?: number;
  /** Our own words behind a text that was cut. */
  readonly whereCut?: string;
}

/** The text of a row in a column of a table, ready for a terminal. */
function tableCell(row: unknown, column: Column, settings: CellSettings): string {
  const value = cellValue(row, column);
  const { interactive, longest = Number.POSITIVE_INFINITY, stringify, whereCut = "", zone } = settings;
  if (value === null || value === undefined) return nothing;
  if (column.kind === "count" && Array.isArray(value)) return String(value.length);
  if (Array.isArray(value) && value.length === 0) return column.empty ?? nothing;
  const { mark } = column;
  const isMarked = mark !== undefined && cellValue(row, mark) === true;
  const isTime = isTimeColumn(column) && typeof value === "string";
  const audience = interactive ? "people" : "programs";
  const text = isTime ? showTime(value, audience, zone) : shownText(value, stringify);
  const shown = text.length <= longest ? safeText(text) : `${safeText(firstOf(text, longest))}…${whereCut}`;
  return shown + (isMarked ? ` ${mark.text}` : "");
}

/** The first code units of a text, without half a character at their end. */
function firstOf(text: string, units: number): string {
  return text.slice(0, units).replace(/[\ud800-\udbff]$/, "");
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

/** Rows that are drawn together: drawing takes time by the square of their number. */
const chunkSize = 100;

function chunks<Row>(rows: readonly Row[]): (readonly Row[])[] {
  const count = Math.ceil(rows.length / chunkSize);
  return Array.from({ length: count }, (_, index) => rows.slice(index * chunkSize, (index + 1) * chunkSize));
}

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
