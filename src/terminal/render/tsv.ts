import { safeText } from "../safe-text.ts";
import { rawText } from "./cell.ts";
import type { Renderer, RenderSettings } from "./renderer.ts";
import { createRows } from "./rows.ts";

/** A line per row, always: line breaks and tabs inside a cell are escaped. */
export function createTsv({ columns, stringify }: RenderSettings): Renderer {
  return createRows(
    columns,
    (cells) => `${cells.map((cell) => safeText(rawText(cell, stringify))).join("\t")}\n`,
  );
}
