import type { Column } from "../output.ts";
import { cellWidth, fitCell } from "./cell-width.ts";

/** The separator between two columns. */
export const gap = "  ";

/** A column that shrinks keeps enough to tell values apart. */
const smallest = 6;

/** What a column that shrinks should keep before another one is left out to make room. */
const comfortable = 14;

/** Where the columns of a table are. */
export interface Layout {
  readonly columns: readonly Column[];
  readonly widths: readonly number[];
  /** The columns that did not fit. */
  readonly leftOut: readonly Column[];
}

/** Fits columns of these widths into a line of the screen; undefined if they don't fit, however small. */
export function fitColumns(
  all: readonly Column[],
  wanted: readonly number[],
  lineWidth: number,
): Layout | undefined {
  const { columns, widths, leftOut } = leaveOut(all, wanted, lineWidth);
  for (let excess = totalOf(widths) - lineWidth; excess > 0; excess -= 1) {
    const widest = widestShrinkable(columns, widths);
    if (widest === undefined) return undefined;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return { columns, widths, leftOut };
}

/** Leaves out columns that may go until the others have enough room to be read. */
function leaveOut(all: readonly Column[], wanted: readonly number[], lineWidth: number) {
  const columns = [...all];
  const widths = [...wanted];
  const least = columns.map(({ shrinks }, index) => {
    const width = wanted[index] ?? 0;
    return shrinks ? Math.min(width, comfortable) : width;
  });
  let total = totalOf(least);
  for (let next = nextToGo(columns); total > lineWidth && next !== -1; next = nextToGo(columns)) {
    columns.splice(next, 1);
    widths.splice(next, 1);
    total -= gap.length + (least.splice(next, 1)[0] ?? 0);
  }
  const kept = new Set(columns);
  return { columns, widths, leftOut: all.filter((column) => !kept.has(column)) };
}

function totalOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, gap.length * (widths.length - 1));
}

function nextToGo(columns: readonly Column[]): number {
  const first = columns.findLastIndex(({ goes }) => goes === "first");
  return first === -1 ? columns.findLastIndex(({ goes }) => goes) : first;
}

function widestShrinkable(columns: readonly Column[], widths: readonly number[]): number | undefined {
  let widest: number | undefined;
  for (const [index, width] of widths.entries()) {
    const isWider = widest === undefined || width > (widths[widest] ?? 0);
    if (columns[index]?.shrinks && width > smallest && isWider) widest = index;
  }
  return widest;
}

/** Shares the rest of the line, for rows still to come, among the columns that may shrink, or all if none may. */
export function fillLine({ columns, widths, leftOut }: Layout, lineWidth: number): Layout {
  const free = lineWidth - totalOf(widths);
  const mayShrink = columns.map(({ shrinks }) => shrinks === true);
  const takes = mayShrink.includes(true) ? mayShrink : columns.map(() => true);
  const share = Math.max(0, Math.floor(free / takes.filter(Boolean).length));
  return { columns, widths: widths.map((width, index) => (takes[index] ? width + share : width)), leftOut };
}

/** Pads or cuts each cell of a row to its width. */
export function fitRow(row: readonly string[], { columns, widths }: Layout): string[] {
  return row.map((cell, index) => {
    const width = widths[index] ?? 0;
    const { kind, mark } = columns[index] ?? {};
    const after = mark === undefined ? "" : ` ${mark.text}`;
    // A mark says what the reader must not miss, so the text before it is cut instead.
    const isCut = cellWidth(cell, width) > width && width > cellWidth(after) + 1;
    if (after !== "" && isCut && cell.endsWith(after)) {
      return fitCell(cell.slice(0, -after.length), width - cellWidth(after)) + after;
    }
    return fitCell(cell, width, kind === "number" ? "right" : "left");
  });
}
