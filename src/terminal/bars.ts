import { grouped } from "../grouped.ts";
import type { ChartLook } from "./chart-look.ts";
import { cellWidth, fitCell } from "./render/cell-width.ts";
import { safeText } from "./safe-text.ts";

/** A row of a bar chart. */
export interface Bar {
  /** Text from anywhere; what could steer the terminal is shown escaped. */
  readonly label: string;
  /** Our own words behind the label, which is cut to make room for them. */
  readonly mark?: string;
  readonly count: number;
}

const gap = "  ";
const shortestBar = 10;

/** A line per bar: label, bar, count; the longest bar fills the line. */
export function drawBars(bars: readonly Bar[], look: ChartLook): string[] {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const counts = bars.map(({ count }) => grouped(count));
  const countWidth = Math.max(0, ...counts.map((text) => text.length));
  const labelWidth = labelWidthOf(bars, look);
  const room = Math.max(shortestBar, look.width - labelWidth - countWidth - 2 * gap.length);
  return bars.map((bar, index) => {
    const count = (counts[index] ?? "").padStart(countWidth);
    const label = drawLabel(bar, labelWidth);
    return `${label}${gap}${count}${gap}${drawBar(bar.count / most, room, look)}`.trimEnd();
  });
}

/** Labels get a third of the line at most, where they may be cut. */
function labelWidthOf(bars: readonly Bar[], { cuts, width }: ChartLook): number {
  const widest = Math.max(0, ...bars.map(({ label, mark }) => cellWidth(safeText(label) + markText(mark))));
  return cuts ? Math.min(widest, Math.max(12, Math.floor(width / 3))) : widest;
}

function drawLabel({ label, mark }: Bar, width: number): string {
  const behind = markText(mark);
  const text = safeText(label);
  const cut = cellWidth(text) <= width - behind.length ? text : fitCell(text, width - behind.length);
  return fitCell(cut + behind, width);
}

function markText(mark: string | undefined): string {
  return mark === undefined ? "" : ` ${mark}`;
}

/** Blocks by eighths of a cell, the empty one first. */
const eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

function drawBar(share: number, room: number, { blocks, paint }: ChartLook): string {
  // What is there shows, however little it is.
  const steps = share > 0 ? Math.max(1, Math.round(share * room * 8)) : 0;
  if (!blocks) return paint.good("#".repeat(Math.ceil(steps / 8)));
  const bar = "█".repeat(Math.floor(steps / 8)) + (eighths[steps % 8] ?? "");
  return bar === "" ? "" : paint.good(bar);
}
