import type { Environment } from "../values/environment.ts";
import { safeText } from "../values/safe-text.ts";
import { grouped } from "../values/text.ts";
import { type ColorChoice, openPaint, type Paint, wantsColor } from "./paint.ts";
import { cellWidth, fitCell } from "./render/cell-width.ts";
import { type OutputStream, terminalWidth } from "./streams.ts";

/** What charts are drawn with. */
export interface ChartLook {
  /** Cells in a line. */
  readonly width: number;
  /** Whether labels may be cut to make room; in a file they are not. */
  readonly cuts: boolean;
  /** Whether to draw with blocks and shades; a dumb terminal gets ASCII. */
  readonly blocks: boolean;
  readonly paint: Paint;
}

export async function openChartLook(
  stream: OutputStream,
  env: Environment,
  color: ColorChoice,
): Promise<ChartLook> {
  return {
    width: terminalWidth(stream, env),
    cuts: stream.isTTY === true,
    blocks: env["TERM"] !== "dumb",
    paint: await openPaint(wantsColor(color, stream, env)),
  };
}

/** A row of a bar chart. */
export interface Bar {
  /** Untrusted text; it is shown escaped. */
  readonly label: string;
  /** Our own words after the label, which is cut to make room for them. */
  readonly mark?: string;
  readonly count: number;
  /** Sums up rows that are not shown: a bar for it would dwarf the others. */
  readonly isRest?: true;
}

const gap = "  ";
const shortestBar = 10;

/** A line per bar: label, count, bar; the longest bar fills the line, and the rest of many has none. */
export function drawBars(bars: readonly Bar[], look: ChartLook): string[] {
  const most = Math.max(1, ...bars.map(({ count, isRest }) => (isRest ? 0 : count)));
  const counts = bars.map(({ count }) => grouped(count));
  const countWidth = Math.max(0, ...counts.map((text) => text.length));
  const labelWidth = labelWidthOf(bars, look);
  const room = Math.max(shortestBar, look.width - labelWidth - countWidth - 2 * gap.length);
  return bars.map((bar, index) => {
    const count = (counts[index] ?? "").padStart(countWidth);
    const label = drawLabel(bar, labelWidth);
    const drawn = bar.isRest ? "" : drawBar(bar.count / most, room, look);
    return `${label}${gap}${count}${gap}${drawn}`.trimEnd();
  });
}

/** A label, and what belongs to it. */
export interface LabelledParts {
  /** Untrusted text, as the parts; it is shown escaped. */
  readonly label: string;
  readonly mark?: string;
  /** The most important first. */
  readonly parts: readonly string[];
}

/** A line per label with as many of its parts as fit, and how many did not. */
export function drawParts(rows: readonly LabelledParts[], look: ChartLook): string[] {
  const labelWidth = labelWidthOf(rows, look);
  const room = look.cuts ? look.width - labelWidth - gap.length : Number.POSITIVE_INFINITY;
  return rows.map((row) => `${drawLabel(row, labelWidth)}${gap}${fitParts(row.parts.map(safeText), room)}`);
}

function fitParts(parts: readonly string[], room: number): string {
  for (let shown = parts.length; shown > 1; shown -= 1) {
    const hidden = parts.length - shown;
    const text = [...parts.slice(0, shown), ...(hidden > 0 ? [`${hidden} more`] : [])].join(", ");
    if (cellWidth(text) <= room) return text;
  }
  const [first = ""] = parts;
  return Number.isFinite(room) ? fitCell(first, room).trimEnd() : first;
}

/** Labels that may be cut get a third of the line at most. */
function labelWidthOf(bars: readonly Omit<Bar, "count">[], { cuts, width }: ChartLook): number {
  const widest = Math.max(0, ...bars.map(({ label, mark }) => cellWidth(safeText(label) + markText(mark))));
  return cuts ? Math.min(widest, Math.max(12, Math.floor(width / 3))) : widest;
}

function drawLabel({ label, mark }: Omit<Bar, "count">, width: number): string {
  const after = markText(mark);
  const text = safeText(label);
  const room = width - after.length;
  const shown = cellWidth(text) <= room ? text : fitCell(text, room);
  return fitCell(shown + after, width);
}

function markText(mark: string | undefined): string {
  return mark === undefined ? "" : ` ${mark}`;
}

/** Blocks by eighths of a cell, the empty one first. */
const eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

function drawBar(share: number, room: number, { blocks, paint }: ChartLook): string {
  // Any count above zero is visible, however small.
  const steps = share > 0 ? Math.max(1, Math.round(share * room * 8)) : 0;
  if (!blocks) return paint.good("#".repeat(Math.ceil(steps / 8)));
  const bar = "█".repeat(Math.floor(steps / 8)) + (eighths[steps % 8] ?? "");
  return bar === "" ? "" : paint.good(bar);
}

/** A row of a heat map, with a count for each column. */
interface HeatRow {
  readonly label: string;
  readonly counts: readonly number[];
}

/** From zero to the largest count. */
const shades = ["·", "░", "▒", "▓", "█"] as const;
const asciiShades = [".", "-", "+", "*", "#"] as const;
const levels = shades.length - 1;

/** Rows of shades below numbered columns, and a legend. */
export function drawHeatMap(rows: readonly HeatRow[], look: ChartLook): string[] {
  const most = Math.max(0, ...rows.flatMap(({ counts }) => counts));
  const columns = Math.max(0, ...rows.map(({ counts }) => counts.length));
  const labelWidth = Math.max(0, ...rows.map(({ label }) => label.length)) + 1;
  const cell = Math.min(4, Math.max(1, Math.floor((look.width - labelWidth) / Math.max(1, columns))));
  return [
    look.paint.faint((" ".repeat(labelWidth) + columnNumbers(columns, cell)).trimEnd()),
    ...rows.map(({ label, counts }) => {
      const cells = counts.map((count) => drawCell(levelOf(count, most), cell, look)).join("");
      return `${label.padEnd(labelWidth)}${cells}`.trimEnd();
    }),
    look.paint.faint(`${" ".repeat(labelWidth)}${legend(most, look)}`),
  ];
}

/** Two digits above each column, or above every third if they would touch. */
function columnNumbers(columns: number, cell: number): string {
  const step = cell < 3 ? 3 : 1;
  const numbers = Array.from({ length: Math.ceil(columns / step) }, (_, index) => String(index * step));
  return numbers.map((number) => number.padStart(2, "0").padEnd(step * cell)).join("");
}

/** The shade of a count; only zero gets level 0. */
function levelOf(count: number, most: number): number {
  return most === 0 ? 0 : Math.ceil((count / most) * levels);
}

function drawCell(level: number, cell: number, look: ChartLook): string {
  const shade = shadesOf(look)[level] ?? "";
  const text = shade.repeat(Math.max(1, cell - 1)) + (cell > 1 ? " " : "");
  return level === 0 ? look.paint.faint(text) : look.paint.good(text);
}

/** `· 0  ░ 1-3  ▒ 4-6  ▓ 7-9  █ 10-12`; a level that no whole number falls on is left out. */
function legend(most: number, look: ChartLook): string {
  const parts = shadesOf(look).map((shade, level) => {
    if (level === 0) return `${shade} 0`;
    const from = Math.floor((most * (level - 1)) / levels) + 1;
    const to = Math.floor((most * level) / levels);
    if (from > to) return "";
    return from === to ? `${shade} ${from}` : `${shade} ${from}-${to}`;
  });
  return parts.filter((part) => part !== "").join("  ");
}

function shadesOf({ blocks }: ChartLook): readonly string[] {
  return blocks ? shades : asciiShades;
}
