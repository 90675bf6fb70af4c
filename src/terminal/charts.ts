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
  const labelWidth = labelWidthOf(bars, look);
  const countWidth = Math.max(0, ...bars.map(({ count }) => grouped(count).length));
  const room = Math.max(shortestBar, look.width - labelWidth - countWidth - 2 * gap.length);
  return bars.map((bar) => {
    const drawn = bar.isRest ? "" : drawBar(bar.count / most, room, look);
    const count = grouped(bar.count).padStart(countWidth);
    return `${drawLabel(bar, labelWidth, look)}${gap}${count}${gap}${drawn}`.trimEnd();
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
  return rows.map(
    (row) => `${drawLabel(row, labelWidth, look)}${gap}${fitParts(row.parts.map(safeText), room)}`,
  );
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

const widestLabel = 40;
/** `2026-01-31 (part)` */
const narrowestLabel = 17;

/** Labels that may be cut get a third of the line at most; of the others, a very long one widens its own line alone. */
function labelWidthOf(bars: readonly Omit<Bar, "count">[], { cuts, width }: ChartLook): number {
  const widest = Math.max(0, ...bars.map(({ label, mark }) => cellWidth(safeText(label) + markText(mark))));
  return Math.min(widest, cuts ? Math.max(narrowestLabel, Math.floor(width / 3)) : widestLabel);
}

function drawLabel({ label, mark }: Omit<Bar, "count">, width: number, { cuts }: ChartLook): string {
  const after = markText(mark);
  const text = safeText(label);
  const room = width - after.length;
  if (cellWidth(text) <= room) return fitCell(text + after, width);
  return cuts ? fitCell(fitCell(text, room) + after, width) : text + after;
}

function markText(mark: string | undefined): string {
  return mark === undefined ? "" : ` ${mark}`;
}

/** Blocks by eighths of a cell, the empty one first. */
const eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

function drawBar(share: number, room: number, { paint }: ChartLook): string {
  // Any count above zero is visible, however small.
  const steps = share > 0 ? Math.max(1, Math.round(share * room * 8)) : 0;
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

/** Rows of shades below numbered columns, and a legend; in a short line columns touch, and every third has a number. */
export function drawHeatMap(rows: readonly HeatRow[], { paint, width }: ChartLook): string[] {
  const scale = heatScale(rows.map(({ counts }) => counts));
  const columns = Math.max(0, ...rows.map(({ counts }) => counts.length));
  const labelWidth = Math.max(0, ...rows.map(({ label }) => label.length)) + 1;
  const isRoomy = labelWidth + columns * 3 <= width;
  const step = isRoomy ? 1 : 3;
  const numbers = Array.from({ length: Math.ceil(columns / step) }, (_, index) =>
    String(index * step).padStart(2, "0"),
  );
  const draw = (count: number): string => {
    const level = scale.levelOf(count);
    const shade = shades[level] ?? "";
    const cell = isRoomy ? `${shade.repeat(2)} ` : shade;
    return level === 0 ? paint.faint(cell) : paint.good(cell);
  };
  return [
    paint.faint(" ".repeat(labelWidth) + numbers.join(" ")),
    ...rows.map(({ label, counts }) => `${label.padEnd(labelWidth)}${counts.map(draw).join("")}`.trimEnd()),
    paint.faint(`${" ".repeat(labelWidth)}${legend(scale)}`),
  ];
}

/** What the shades of a heat map stand for. */
export interface HeatScale {
  /** From 1 to 4, light to dark; only zero gets level 0. */
  levelOf(count: number): number;
  /** The counts of the levels that occur: `4-6`. */
  readonly ranges: ReadonlyMap<number, string>;
}

/** What shares of the counts have the first levels: most hours are light, so that the busy ones stand out. */
const levelEnds = [0.3, 0.6, 0.85];

/**
 * Shades follow the order of the counts, not their size: an even load would be one dark block, and so would all that is
 * beside a single busy hour be light.
 */
export function heatScale(rows: readonly (readonly number[])[]): HeatScale {
  const counts = rows
    .flat()
    .filter((count) => count > 0)
    .toSorted((a, b) => a - b);
  const known = [...new Set(counts)].map((count) => {
    const middle = (counts.indexOf(count) + counts.lastIndexOf(count) + 1) / 2;
    return { count, level: 1 + levelEnds.filter((end) => middle / counts.length > end).length };
  });
  const levels = new Map(known.map(({ count, level }) => [count, level]));
  const ranges = [1, 2, 3, 4].flatMap((level) => {
    const [first, ...others] = known
      .filter((each) => each.level === level)
      .map(({ count }) => grouped(count));
    const last = others.at(-1);
    return first === undefined ? [] : [[level, last === undefined ? first : `${first}-${last}`] as const];
  });
  return { levelOf: (count) => levels.get(count) ?? 0, ranges: new Map(ranges) };
}

/** `· 0  ░ 1-3  ▒ 4-6  ▓ 7-9  █ 10-12` */
function legend({ ranges }: HeatScale): string {
  return shades
    .map((shade, level) => (level === 0 ? `${shade} 0` : `${shade} ${ranges.get(level)}`))
    .filter((_, level) => level === 0 || ranges.has(level))
    .join("  ");
}
