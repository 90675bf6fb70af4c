import type { Column } from "../output.ts";
import { safeText } from "../safe-text.ts";
import { columnsOf } from "./columns.ts";
import { drawHead, drawRows } from "./draw.ts";
import { fillLine, fitRow, fitWidths, type Layout, leaveOut, makeRoom, widenFor } from "./layout.ts";
import { recordLines } from "./record-lines.ts";
import type { ListRenderer, Renderer, RenderSettings } from "./renderer.ts";
import { tableCell } from "./table-cell.ts";

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
