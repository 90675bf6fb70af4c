import { cell, pixels } from "./draw-rows.ts";
import { escapeText } from "./escape-text.ts";
import { ground } from "./palette.ts";

export interface FrameParts {
  /** Says what is to be seen, for whoever can't see it. */
  readonly title: string;
  readonly columns: number;
  readonly rows: number;
  /** Further rules of the style sheet. */
  readonly rules?: readonly string[];
  readonly content: readonly string[];
}

/** Pixels between the border and the first cell. */
const margin = 20;

const fonts =
  'ui-monospace, "SF Mono", Menlo, Consolas, "Cascadia Mono", "DejaVu Sans Mono", "Liberation Mono", monospace';

const looks: readonly string[] = [
  `text { font: ${cell.font}px ${fonts}; white-space: pre; }`,
  ".bold { font-weight: 700; }",
  ".dim { opacity: 0.6; }",
  ".italic { font-style: italic; }",
  ".underline { text-decoration: underline; }",
];

/** A terminal window with what is in it. */
export function drawFrame({ columns, content, rows, rules = [], title }: FrameParts): string {
  const width = pixels(columns * cell.width + 2 * margin);
  const height = pixels(rows * cell.height + 2 * margin);
  const colors = `fill="${ground.background}" stroke="${ground.border}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">`,
    `<title id="title">${escapeText(title)}</title>`,
    "<style>",
    ...looks,
    ...rules,
    "</style>",
    `<rect x="0.5" y="0.5" width="${Number(width) - 1}" height="${Number(height) - 1}" rx="8" ${colors}/>`,
    `<svg x="${margin}" y="${margin}" width="${pixels(columns * cell.width)}" height="${rows * cell.height}" fill="${ground.text}" shape-rendering="crispEdges">`,
    ...content,
    "</svg>",
    "</svg>",
    "",
  ].join("\n");
}
