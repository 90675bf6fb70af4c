import CliTable from "cli-table3";
import type { Column, LeftOut } from "../output.ts";
import { openCards, recordText } from "./cards.ts";
import { columnsOf } from "./cell.ts";
import { padCell } from "./cell-width.ts";
import { fillLine, fitColumns, fitRow, gap, type Layout, lineOf, type Measured } from "./layout.ts";
import type { ListRenderer, Renderer, RenderSettings } from "./renderer.ts";
import {
  type CellSettings,
  cellsOf,
  type Drawing,
  headOf,
  nothing,
  paintStates,
  widestAligned,
  widthsOf,
} from "./table-cells.ts";

export function createTable(settings: RenderSettings): Renderer {
  return {
    inRows: true,
    one: (value) => recordText(value, settings),
    list: (columns = settings.columns) => listRenderer({ ...settings, columns }),
  };
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
    leftOut: () => drawing?.leftOut() ?? [],
  };
}

/** A table for programs: values in full, in columns as far as the first page determines them. */
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
    leftOut: () => [],
    body: (rows) =>
      cellsOf(rows, columns, settings)
        .map((cells) => line(paintStates(pad(cells), columns, paint)))
        .join(""),
  };
}

/** A narrower screen has no room for columns side by side. */
const narrowestTable = 60;

function openScreen(first: readonly unknown[], settings: RenderSettings): Drawing {
  const { width, endless, headless, paint, ruled, wide } = settings;
  if (wide) return openPlain(first, settings);
  const all = columnsFor(first, settings);
  const layout = width < narrowestTable ? undefined : layOut(first, all, settings);
  if (layout === undefined) return openCards(all, settings);
  const settled = endless === true ? fillLine(layout) : layout;
  const { columns, widths } = settled;
  const clipping = clippingFor(settings);
  const titles = fitRow(headOf(columns, settings), settled).map((title) => paint.strong(title));
  const lines = widths.map((cells) => "─".repeat(cells));
  const rule = ruled ? `${paint.faint(draw(lines, { ...bare, middle: "──" }))}\n` : "";
  const hidden = watchHidden(layout.leftOut, settings);
  return {
    head: headless ? "" : `${draw(titles, bare)}\n${rule}`,
    leftOut: hidden.leftOut,
    body: (rows) => {
      hidden.watch(rows);
      return cellsOf(rows, columns, clipping)
        .map((cells) => `${draw(paintStates(fitRow(cells, settled), columns, paint), bare)}\n`)
        .join("");
    },
  };
}

/** Finds out whether all rows have the same in a column that is not shown. */
function watchHidden(columns: readonly Column[], settings: RenderSettings) {
  let count = 0;
  let same: readonly (string | undefined)[] = [];
  return {
    watch(rows: readonly unknown[]) {
      if (columns.length === 0) return;
      for (const cells of cellsOf(rows, columns, clippingFor(settings))) {
        same = count === 0 ? cells : same.map((text, index) => (text === cells[index] ? text : undefined));
        count += 1;
      }
    },
    leftOut: (): readonly LeftOut[] =>
      columns.map(({ title }, index) => {
        // Rows still to come may differ, and of one row it would go without saying.
        const always = settings.endless || count < 2 ? undefined : same[index];
        return { title, always: always === nothing ? "empty" : always };
      }),
  };
}

function layOut(
  rows: readonly unknown[],
  columns: readonly Column[],
  settings: RenderSettings,
): Layout | undefined {
  const { endless, width } = settings;
  const cells = cellsOf(rows, columns, clippingFor(settings));
  const wanted = widthsOf([headOf(columns, settings), ...cells], width);
  const measured = columns.map((column, index) => {
    // Rows still to come may tell more.
    const says = endless ? undefined : saysLittle(cells, index);
    return { column, width: wanted[index] ?? 0, says };
  });
  const roomy = measured.map((each) => ({ ...each, width: Math.max(each.width, each.column.room ?? 0) }));
  return fitColumns(endless || lineOf(roomy) <= width ? roomy : measured, width);
}

function saysLittle(rows: readonly (readonly string[])[], index: number): Measured["says"] {
  const values = new Set(rows.map((cells) => cells[index]));
  if (values.size > 1) return undefined;
  if (values.has(nothing)) return "nothing";
  return rows.length > 1 ? "the same" : undefined;
}

/**
 * A cell that is cut to the line anyway is clipped before it is escaped and measured; a grapheme may need many units.
 */
function clippingFor(settings: RenderSettings): CellSettings {
  return { ...settings, longest: settings.width * 32, shortIds: true };
}

function columnsFor(rows: readonly unknown[], { columns, leavesOut }: RenderSettings): readonly Column[] {
  if (columns.length > 0) return columns;
  return columnsOf(rows).map((column) => ({ ...column, shrinks: true, goes: leavesOut === true }));
}

function sideOf(column: Column | undefined): "left" | "right" {
  return column?.kind === "number" ? "right" : "left";
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

/**
 * One row, whose cells are as wide as they are to be. The package would pad the cells of several rows to the widest,
 * and it measures text by older rules than terminals draw it.
 */
function draw(cells: readonly string[], chars: typeof bare): string {
  const style = { head: [], border: [], "padding-left": 0, "padding-right": 0 };
  const table = new CliTable({ chars, style });
  table.push([...cells]);
  return table.toString();
}
