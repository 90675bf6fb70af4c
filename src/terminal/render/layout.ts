import type { Column } from "../output.ts";
import { cellWidth, fitCell } from "./cell-width.ts";

/** The separator between two columns. */
export const gap = "  ";

/** A column that shrinks keeps enough to tell values apart. */
const smallest = 6;

/** What a column that shrinks should keep before another one is left out for it. */
const comfortable = 16;

/** The columns of a table with the width that each would like; it only ever grows. */
export interface Layout {
  readonly columns: readonly Column[];
  readonly wanted: readonly number[];
}

export function widenFor(layout: Layout, rows: readonly (readonly string[])[]): Layout {
  const wanted = layout.wanted.map((width, index) =>
    rows.reduce((widest, row) => Math.max(widest, cellWidth(row[index] ?? "")), width),
  );
  return { ...layout, wanted };
}

/** Brings each cell of a row to its width. */
export function fitRow(
  row: readonly string[],
  columns: readonly Column[],
  widths: readonly number[],
): string[] {
  return row.map((cell, index) => {
    const width = widths[index] ?? 0;
    const { kind, mark } = columns[index] ?? {};
    const behind = mark === undefined ? "" : ` ${mark.text}`;
    // A mark says what the reader must not miss, so that the text before it is cut.
    const isCut = cellWidth(cell) > width && width > cellWidth(behind) + 1;
    if (behind !== "" && isCut && cell.endsWith(behind)) {
      return fitCell(cell.slice(0, -behind.length), width - cellWidth(behind)) + behind;
    }
    return fitCell(cell, width, kind === "number" ? "right" : "left");
  });
}

/** Leaves out columns that may go, the last one first, until the others have room enough to be read. */
export function leaveOut(layout: Layout, lineWidth: number): Layout {
  const least = layout.columns.map(({ shrinks }, index) => {
    const wanted = layout.wanted[index] ?? 0;
    return shrinks ? Math.min(wanted, comfortable) : wanted;
  });
  const total = least.reduce((sum, width) => sum + width, gap.length * (least.length - 1));
  const last = layout.columns.findLastIndex(({ goes }) => goes);
  if (total <= lineWidth || last === -1) return layout;
  const { columns, wanted } = layout;
  return leaveOut({ columns: columns.toSpliced(last, 1), wanted: wanted.toSpliced(last, 1) }, lineWidth);
}

/** Gives each column the room that it asks for, for rows still to come. */
export function makeRoom(layout: Layout): Layout {
  const wanted = layout.wanted.map((width, index) => Math.max(width, layout.columns[index]?.room ?? 0));
  return { ...layout, wanted };
}

/** Shares what is left of the line among the columns that may shrink, or all where none may. */
export function fillLine({ columns, wanted }: Layout, lineWidth: number): Layout {
  const free = lineWidth - wanted.reduce((sum, width) => sum + width, gap.length * (wanted.length - 1));
  const mayShrink = columns.map(({ shrinks }) => shrinks === true);
  const takes = mayShrink.includes(true) ? mayShrink : columns.map(() => true);
  const share = Math.max(0, Math.floor(free / takes.filter(Boolean).length));
  return { columns, wanted: wanted.map((width, index) => (takes[index] ? width + share : width)) };
}

/** The widths at which the columns fit a line: the widest of those that may shrink gives way first. */
export function fitWidths({ columns, wanted }: Layout, lineWidth: number): number[] {
  const widths = [...wanted];
  const total = widths.reduce((sum, width) => sum + width, gap.length * (widths.length - 1));
  for (let excess = total - lineWidth; excess > 0; excess -= 1) {
    const widest = widestShrinkable(columns, widths);
    if (widest === undefined) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

function widestShrinkable(columns: readonly Column[], widths: readonly number[]): number | undefined {
  let widest: number | undefined;
  for (const [index, width] of widths.entries()) {
    const isWider = widest === undefined || width > (widths[widest] ?? 0);
    if (columns[index]?.shrinks && width > smallest && isWider) widest = index;
  }
  return widest;
}
