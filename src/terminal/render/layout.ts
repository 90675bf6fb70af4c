import type { Column } from "../output.ts";
import { cellWidth, fitCell } from "./cell-width.ts";

/** What stands between two columns. */
export const gap = "  ";

/** A column that gives way keeps enough to tell values apart. */
const smallest = 6;

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
  return row.map((cell, index) =>
    fitCell(cell, widths[index] ?? 0, columns[index]?.kind === "number" ? "right" : "left"),
  );
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
