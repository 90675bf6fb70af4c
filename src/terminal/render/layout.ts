import type { Column } from "../output.ts";
import { cellWidth, fitCell } from "./cell-width.ts";

/** The separator between two columns. */
export const gap = "  ";

/** A column that shrinks keeps enough to tell values apart. */
const smallest = 6;

/** What a column that shrinks should keep before another one is left out to make room. */
const comfortable = 18;

/** A column of a page that is laid out. */
export interface Measured {
  readonly column: Column;
  readonly width: number;
  /** Whether its cells on the page tell nothing apart. */
  readonly says?: "nothing" | "the same" | undefined;
}

/** Where the columns of a table are. */
export interface Layout {
  readonly columns: readonly Column[];
  readonly widths: readonly number[];
  readonly lineWidth: number;
  /** The titles of the columns that did not fit. */
  readonly leftOut: readonly string[];
}

/** Fits columns into a line of the screen; undefined if they don't fit, however small. */
export function fitColumns(all: readonly Measured[], lineWidth: number): Layout | undefined {
  const whole = leaveOut(all, { lineWidth, order: beforeCutting, widthOf: ({ width }) => width });
  const kept = leaveOut(whole, { lineWidth, order: beforeCrowding, widthOf: leastWidth });
  const columns = kept.map(({ column }) => column);
  const wanted = kept.map(({ width }) => width);
  const widths = shrink(wanted, columns, lineWidth);
  const leftOut = all.filter((each) => !kept.includes(each)).map(({ column }) => column.title);
  return widths && { columns, widths, lineWidth, leftOut };
}

interface Leaving {
  readonly lineWidth: number;
  /** Which columns go, one after the other; the last of several. */
  readonly order: readonly ((measured: Measured) => boolean)[];
  readonly widthOf: (measured: Measured) => number;
}

const beforeCutting: Leaving["order"] = [
  ({ column, says }) => Boolean(column.goes) && says === "nothing",
  ({ column, says }) => Boolean(column.goes) && says === "the same",
  ({ column }) => column.goes === "first" && column.kind !== "id",
  ({ column }) => column.goes === "first",
];

const beforeCrowding: Leaving["order"] = [({ column }) => column.goes === true];

function leastWidth({ column, width }: Measured): number {
  return column.shrinks ? Math.min(width, comfortable) : width;
}

/** Leaves out columns until the others fit. */
function leaveOut(all: readonly Measured[], { lineWidth, order, widthOf }: Leaving): readonly Measured[] {
  let kept = all;
  for (const goes of order) {
    while (lineOf(kept.map(widthOf)) > lineWidth) {
      const next = kept.findLastIndex(goes);
      if (next === -1) break;
      kept = kept.toSpliced(next, 1);
    }
  }
  return kept;
}

/** Takes from the columns that may shrink, the widest first, until all fit; undefined if they don't. */
function shrink(
  wanted: readonly number[],
  columns: readonly Column[],
  lineWidth: number,
): readonly number[] | undefined {
  const widths = [...wanted];
  for (let excess = lineOf(widths) - lineWidth; excess > 0; excess -= 1) {
    const shrinkable = widths.filter((width, index) => columns[index]?.shrinks && width > smallest);
    const most = Math.max(...shrinkable);
    const widest = widths.findIndex((width, index) => columns[index]?.shrinks && width === most);
    if (widest === -1) return undefined;
    widths[widest] = most - 1;
  }
  return widths;
}

/** The width of a line with cells of these widths. */
function lineOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, gap.length * (widths.length - 1));
}

/** Shares the rest of the line, for rows still to come, among the columns that may shrink. */
export function fillLine(layout: Layout): Layout {
  const { columns, widths, lineWidth } = layout;
  const sharing = columns.filter(({ shrinks }) => shrinks).length;
  const share = Math.floor(Math.max(0, lineWidth - lineOf(widths)) / Math.max(1, sharing));
  return { ...layout, widths: widths.map((width, index) => width + (columns[index]?.shrinks ? share : 0)) };
}

/** Pads or cuts each cell of a row to its width. */
export function fitRow(row: readonly string[], layout: Layout): string[] {
  const widths = widthsInRow(row, layout);
  return row.map((cell, index) => {
    const width = widths[index] ?? 0;
    const { kind, mark } = layout.columns[index] ?? {};
    const after = mark === undefined ? "" : ` ${mark.text}`;
    // A mark says what the reader must not miss, so the text before it is cut instead.
    const isCut = cellWidth(cell, width) > width && width > cellWidth(after) + 1;
    if (after !== "" && isCut && cell.endsWith(after)) {
      return fitCell(cell.slice(0, -after.length), width - cellWidth(after)) + after;
    }
    return fitCell(cell, width, kind === "number" ? "right" : "left");
  });
}

/** A cell of a column that neither shrinks nor goes for lack of space is not cut if its line has space, or others there can shrink. */
function widthsInRow(row: readonly string[], { columns, widths, lineWidth }: Layout): readonly number[] {
  return row.reduce<readonly number[]>((own, cell, index) => {
    const width = cellWidth(cell, lineWidth);
    const { goes, shrinks } = columns[index] ?? {};
    const mayBeCut = shrinks || goes === true || goes === "first";
    if (mayBeCut || width <= (own[index] ?? 0)) return own;
    return shrink(own.with(index, width), columns, lineWidth) ?? own;
  }, widths);
}
