import { blockShape } from "./block-shape.ts";
import { escapeText } from "./escape-text.ts";
import { ground } from "./palette.ts";
import { type Run, rowRuns } from "./runs.ts";
import type { Row } from "./screen.ts";
import type { Style } from "./style.ts";

/** In pixels of the picture; the width is that of most monospaced fonts at this size. */
export const cell = { width: 8.4, height: 19, font: 14 } as const;

/** The rows as elements of SVG, from the upper left corner on. */
export function drawRows(rows: readonly Row[]): readonly string[] {
  return rows.flatMap((row, index) =>
    rowRuns(row).flatMap((run) => [...drawGround(run, index), drawRun(run, index)]),
  );
}

function drawGround(run: Run, row: number): readonly string[] {
  const { fill } = colors(run.style);
  if (fill === undefined) return [];
  return [`<rect ${place(run, row)} height="${cell.height}" fill="${fill}"/>`];
}

function drawRun(run: Run, row: number): string {
  const look = appearance(run.style);
  const shape = blockShape(run.text.at(-1) ?? "");
  if (shape === undefined) {
    const baseline = row * cell.height + cell.font;
    // Whatever font draws the text, it takes the room of its cells and columns stay straight.
    const fit = `textLength="${pixels(run.width * cell.width)}" lengthAdjust="spacingAndGlyphs"`;
    return `<text x="${pixels(run.column * cell.width)}" y="${baseline}" ${fit}${look}>${escapeText(run.text)}</text>`;
  }
  const width = run.width - 1 + shape.width;
  const density = shape.opacity === 1 ? "" : ` fill-opacity="${shape.opacity}"`;
  return `<rect ${place({ ...run, width }, row, 2)} height="${cell.height - 3}"${look}${density}/>`;
}

function place({ column, width }: Pick<Run, "column" | "width">, row: number, inset = 0): string {
  return `x="${pixels(column * cell.width)}" y="${row * cell.height + inset}" width="${pixels(width * cell.width)}"`;
}

function appearance(style: Style): string {
  const { color } = colors(style);
  const names = (["bold", "dim", "italic", "underline"] as const).filter((name) => style[name]);
  const classes = names.length === 0 ? "" : ` class="${names.join(" ")}"`;
  return classes + (color === ground.text ? "" : ` fill="${color}"`);
}

function colors({ background, color = ground.text, inverse }: Style) {
  return inverse ? { color: background ?? ground.background, fill: color } : { color, fill: background };
}

export function pixels(length: number): string {
  return String(Number(length.toFixed(2)));
}
