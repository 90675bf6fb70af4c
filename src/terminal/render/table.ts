import CliTable from "cli-table3";
import type { Column } from "../output.ts";
import { openCards, recordText } from "./cards.ts";
import { columnsOf } from "./cell.ts";
import { padCell } from "./cell-width.ts";
import { fillLine, fitColumns, fitRow, gap, type Layout } from "./layout.ts";
import type { ListRenderer, Renderer, RenderSettings } from "./renderer.ts";
import {
  type CellSettings,
  cellsOf,
  type Drawing,
  headOf,
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
    leftOut: () => drawing?.leftOut ?? [],
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

/**
 * A cell that is cut to the line anyway is clipped before it is escaped and measured; a grapheme may need many units.
 */
function clippingFor(settings: RenderSettings): CellSettings {
  return { ...settings, longest: settings.width * 32 };
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

const ruled = { ...bare, bottom: "─", "bottom-mid": "──" };

/** Rows that are drawn together: drawing takes time proportional to the square of their number. */
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
