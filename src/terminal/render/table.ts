import CliTable from "cli-table3";
import type { Column } from "../output.ts";
import { openCards, recordText } from "./cards.ts";
import { columnsOf } from "./cell.ts";
import { padCell } from "./cell-width.ts";
import { fillLine, fitColumns, fitRow, gap, type Layout, type Measured } from "./layout.ts";
import type { Renderer, RenderSettings } from "./renderer.ts";
import {
  type CellSettings,
  cellsOf,
  type Drawing,
  emptyCell,
  paintState,
  titlesOf,
  widestAligned,
  widthsOf,
} from "./table-cells.ts";

export function createTable(settings: RenderSettings): Renderer {
  return {
    inRows: true,
    one: (value) => recordText(value, settings),
    list(given = settings.columns) {
      let drawing: Drawing | undefined;
      return {
        page(rows) {
          if (rows.length === 0) return "";
          if (drawing !== undefined) return drawing.body(rows);
          const columns = given.length > 0 ? given : columnsFor(rows);
          drawing = settings.interactive
            ? openScreen(rows, columns, settings)
            : openPlain(rows, columns, settings);
          return drawing.head + drawing.body(rows);
        },
        end: () => "",
        leftOut: () => drawing?.leftOut ?? [],
      };
    },
  };
}

function columnsFor(rows: readonly unknown[]): readonly Column[] {
  return columnsOf(rows).map((column) => ({ ...column, shrinks: true, goes: true }));
}

/** Values in full, in columns as far as the first page determines them. */
function openPlain(first: readonly unknown[], columns: readonly Column[], settings: RenderSettings): Drawing {
  const { headless, paint } = settings;
  const titles = titlesOf(columns, settings);
  const shown = headless ? titles.map(() => "") : titles;
  const widths = widthsOf([shown, ...cellsOf(first, columns, settings)], widestAligned);
  const line = (cells: readonly string[], style: (cell: string, index: number) => string): string => {
    const padded = cells.map((cell, index) => {
      const side = columns[index]?.kind === "number" ? "right" : "left";
      return style(padCell(cell, widths[index] ?? 0, side), index);
    });
    return padded.join(gap).trimEnd();
  };
  const painted = (cell: string, index: number) => paintState(cell, columns[index]?.field ?? "", paint);
  return {
    head: headless ? "" : `${paint.strong(line(titles, (title) => title))}\n`,
    leftOut: [],
    body: (rows) =>
      cellsOf(rows, columns, settings)
        .map((cells) => `${line(cells, painted)}\n`)
        .join(""),
  };
}

/** A narrower screen has no room for columns side by side. */
const narrowestTable = 60;

function openScreen(first: readonly unknown[], all: readonly Column[], settings: RenderSettings): Drawing {
  const { width, headless, paint, ruled, wide } = settings;
  if (wide) return openPlain(first, all, settings);
  // A cell that is cut to the line anyway is clipped before it is escaped and measured; a grapheme may need many units.
  const clipping: CellSettings = { ...settings, longest: width * 32, shortIds: true };
  const layout = width < narrowestTable ? undefined : layOut(cellsOf(first, all, clipping), all, settings);
  if (layout === undefined) return openCards(all, settings);
  const { columns, leftOut } = layout;
  const titles = fitRow(titlesOf(columns, settings), layout).map((title) => paint.strong(title));
  const lines = layout.widths.map((cells) => "─".repeat(cells));
  const rule = ruled ? `${paint.faint(draw(lines, "─".repeat(gap.length)))}\n` : "";
  return {
    head: headless ? "" : `${draw(titles)}\n${rule}`,
    leftOut,
    body: (rows) =>
      cellsOf(rows, columns, clipping)
        .map((cells) =>
          fitRow(cells, layout).map((cell, at) => paintState(cell, columns[at]?.field ?? "", paint)),
        )
        .map((cells) => `${draw(cells)}\n`)
        .join(""),
  };
}

function layOut(
  cells: readonly (readonly string[])[],
  columns: readonly Column[],
  settings: RenderSettings,
): Layout | undefined {
  const { endless, width } = settings;
  const wanted = widthsOf([titlesOf(columns, settings), ...cells], width);
  const measured = columns.map((column, index): Measured => {
    const own = wanted[index] ?? 0;
    // Rows still to come may tell more, and be wider.
    return endless
      ? { column, width: Math.max(own, column.room ?? 0) }
      : { column, width: own, says: saysLittle(cells.map((row) => row[index])) };
  });
  const layout = fitColumns(measured, width);
  return endless && layout ? fillLine(layout) : layout;
}

function saysLittle(cells: readonly (string | undefined)[]): Measured["says"] {
  if (new Set(cells).size > 1) return undefined;
  if (cells[0] === emptyCell) return "nothing";
  return cells.length > 1 ? "the same" : undefined;
}

/** Lines and corners that are not drawn. */
const bare = Object.fromEntries(
  [
    ...["top", "top-mid", "top-left", "top-right", "bottom", "bottom-mid", "bottom-left", "bottom-right"],
    ...["left", "left-mid", "mid", "mid-mid", "right", "right-mid"],
  ].map((name) => [name, ""]),
);

/**
 * One row, whose cells are as wide as they are to be. The package would pad the cells of several rows to the widest,
 * and it measures text by older rules than terminals draw it.
 */
function draw(cells: readonly string[], middle = gap): string {
  const style = { head: [], border: [], "padding-left": 0, "padding-right": 0 };
  const table = new CliTable({ chars: { ...bare, middle }, style });
  table.push([...cells]);
  return table.toString();
}
