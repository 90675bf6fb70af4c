import type { ChartLook } from "./chart-look.ts";

/** A row of a heat map, with a count for each column. */
export interface HeatRow {
  readonly label: string;
  readonly counts: readonly number[];
}

/** From nothing to the most. */
const shades = ["·", "░", "▒", "▓", "█"] as const;
const asciiShades = [".", "-", "+", "*", "#"] as const;
const levels = shades.length - 1;

/** Rows of shades below numbered columns, and a line that says what the shades mean. */
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

/** Two digits above each column, or above every third where they would touch. */
function columnNumbers(columns: number, cell: number): string {
  const step = cell < 3 ? 3 : 1;
  const numbers = Array.from({ length: Math.ceil(columns / step) }, (_, index) => String(index * step));
  return numbers.map((number) => number.padStart(2, "0").padEnd(step * cell)).join("");
}

/** How far a count is up to the most, in steps; only nothing is 0. */
function levelOf(count: number, most: number): number {
  return most === 0 ? 0 : Math.ceil((count / most) * levels);
}

function drawCell(level: number, cell: number, look: ChartLook): string {
  const shade = shadesOf(look)[level] ?? "";
  const text = shade.repeat(Math.max(1, cell - 1)) + (cell > 1 ? " " : "");
  return level === 0 ? look.paint.faint(text) : look.paint.good(text);
}

/** `· 0  ░ 1-3  ▒ 4-6  ▓ 7-9  █ 10-12`; a step that no whole number is on is left out. */
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
