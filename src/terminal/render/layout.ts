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
  /** The columns that did not fit. */
  readonly leftOut: readonly Column[];
}

/** Fits columns into a line of the screen; undefined if they don't fit, however small. */
export function fitColumns(all: readonly Measured[], lineWidth: number): Layout | undefined {
  const whole = leaveOutFirst(all, lineWidth);
  const kept = leaveOut(whole, { lineWidth, order: beforeCrowding, widthOf: leastWidth });
  const columns = kept.map(({ column }) => column);
  const wanted = kept.map(({ width }) => width);
  const widths = shrink(wanted, columns, lineWidth);
  const leftOut = all.filter((measured) => !kept.includes(measured)).map(({ column }) => column);
  return widths && { columns, widths, lineWidth, leftOut };
}

/** Takes from the columns that may shrink, the widest first, until all fit; undefined if they don't. */
function shrink(
  wanted: readonly number[],
  columns: readonly Column[],
  lineWidth: number,
): readonly number[] | undefined {
  const widths = [...wanted];
  for (let excess = totalOf(widths) - lineWidth; excess > 0; excess -= 1) {
    const widest = widestShrinkable(columns, widths);
    if (widest === undefined) return undefined;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

type Order = readonly ((measured: Measured) => boolean)[];

/** Leaves out columns before any is cut: those that tell nothing apart, then those that go first, an id last. */
function leaveOutFirst(all: readonly Measured[], lineWidth: number): readonly Measured[] {
  const leaving = { lineWidth, widthOf: ({ width }: Measured) => width };
  const telling = leaveOut(all, { ...leaving, order: sayingLittle });
  let kept = leaveOut(telling, { ...leaving, order: goingFirst });
  const gone = telling.filter((each) => !kept.includes(each));
  // A narrow column may have room where a wider one has gone.
  for (const each of [...gone.filter(isId), ...gone.filter((one) => !isId(one))]) {
    const more = telling.filter((one) => one === each || kept.includes(one));
    if (lineOf(more) <= lineWidth) kept = more;
  }
  return kept;
}

const sayingLittle: Order = [
  ({ column, says }) => Boolean(column.goes) && says === "nothing",
  ({ column, says }) => Boolean(column.goes) && says === "the same",
];

const goingFirst: Order = [
  (measured) => measured.column.goes === "first" && !isId(measured),
  (measured) => measured.column.goes === "first" && isId(measured),
];

function isId({ column }: Measured): boolean {
  return column.kind === "id";
}

const beforeCrowding: Order = [({ column }) => column.goes === true];

function leastWidth({ column, width }: Measured): number {
  return column.shrinks ? Math.min(width, comfortable) : width;
}

interface Leaving {
  readonly lineWidth: number;
  /** Which columns go, one after the other; the last of several. */
  readonly order: Order;
  readonly widthOf: (measured: Measured) => number;
}

/** Leaves out columns until the others fit. */
function leaveOut(all: readonly Measured[], { lineWidth, order, widthOf }: Leaving): readonly Measured[] {
  let kept = all;
  for (const goes of order) {
    while (totalOf(kept.map(widthOf)) > lineWidth) {
      const next = kept.findLastIndex(goes);
      if (next === -1) break;
      kept = kept.toSpliced(next, 1);
    }
  }
  return kept;
}

/** The width of a line with these columns. */
export function lineOf(columns: readonly Measured[]): number {
  return totalOf(columns.map(({ width }) => width));
}

function totalOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, gap.length * (widths.length - 1));
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
export function fillLine({ columns, widths, lineWidth, leftOut }: Layout): Layout {
  const free = lineWidth - totalOf(widths);
  const mayShrink = columns.map(({ shrinks }) => shrinks === true);
  const takes = mayShrink.includes(true) ? mayShrink : columns.map(() => true);
  const share = Math.max(0, Math.floor(free / takes.filter(Boolean).length));
  const filled = widths.map((width, index) => (takes[index] ? width + share : width));
  return { columns, widths: filled, lineWidth, leftOut };
}

/** Pads or cuts each cell of a row to its width. */
export function fitRow(row: readonly string[], layout: Layout): string[] {
  const { columns } = layout;
  const widths = widthsInRow(row, layout);
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
