import type { Cell, Row } from "./screen.ts";
import type { Style } from "./style.ts";

/** Neighbouring cells of one look: words, or one block character repeated. */
export interface Run {
  readonly column: number;
  readonly width: number;
  readonly text: string;
  readonly style: Style;
}

/** Lines and blocks come from another font, or are drawn as shapes, so they stay apart from words. */
const drawn = /[\u2500-\u259f]/;

/** The parts of a row that need drawing; gaps of two cells and more part the columns of a table. */
export function rowRuns(row: Row): readonly Run[] {
  const runs: Run[] = [];
  row.forEach((cell, column) => {
    const last = runs.at(-1);
    if (last !== undefined && last.column + last.width === column && continues(last, cell)) {
      runs.splice(-1, 1, { ...last, width: last.width + 1, text: last.text + cell.text });
    } else if (isSeen(cell)) {
      runs.push({ column, width: 1, ...cell });
    }
  });
  return runs.map(withoutEnd);
}

function continues(last: Run, { style, text }: Cell): boolean {
  // The second half of a wide character.
  if (text === "") return true;
  if (last.text.endsWith(" ") && !isSeen({ style, text })) return false;
  if (drawn.test(last.text) || drawn.test(text))
    return last.text.endsWith(text) && sameStyle(last.style, style);
  return sameStyle(last.style, style);
}

/** Spaces are seen where they have a ground or a line below. */
function isSeen({ style, text }: Cell): boolean {
  return text.trim() !== "" || hasGround(style);
}

function hasGround({ background, inverse, underline }: Style): boolean {
  return background !== undefined || inverse === true || underline === true;
}

function sameStyle(one: Style, other: Style): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function withoutEnd(run: Run): Run {
  if (hasGround(run.style)) return run;
  const text = run.text.trimEnd();
  return { ...run, text, width: run.width - (run.text.length - text.length) };
}
