import { isRecord } from "../../values/record.ts";
import { safeText } from "../../values/safe-text.ts";
import { flattenFields, readField } from "../fields.ts";
import type { Column } from "../output.ts";
import { cellWidth, padCell, wrapCells } from "./cell-width.ts";
import { gap } from "./layout.ts";
import type { RenderSettings } from "./renderer.ts";
import {
  type CellSettings,
  cellsOf,
  type Drawing,
  paintState,
  tableCell,
  widestAligned,
  widthsOf,
} from "./table-cells.ts";

/** More than a screen is cut: a card is there to be read, and a page of endless names to be interrupted. */
const longestInCard = 4000;

/** A card for each row: a line for each field, and an empty line between two cards. */
export function openCards(columns: readonly Column[], settings: RenderSettings): Drawing {
  const clipping: CellSettings = { ...settings, longest: longestInCard, shortIds: true };
  const titles = columns.map(({ title }) => safeText(title));
  let isFirst = true;
  return {
    head: "",
    leftOut: [],
    body: (rows) => {
      const cards = cellsOf(rows, columns, clipping).map((cells) =>
        fieldLines({ columns, titles, cells }, settings),
      );
      const text = `${isFirst ? "" : "\n"}${cards.join("\n")}`;
      isFirst = false;
      return text;
    },
  };
}

/** A thousand lines of a single field: wrapping more would keep a person waiting who can't even interrupt it. */
const longestInRecord = 100_000;

/** A line for each field of an object that has a value. */
export function recordText(value: unknown, settings: RenderSettings): string {
  const { columns, interactive, wide, width } = settings;
  const showing: CellSettings = { ...settings, ...(interactive && !wide && { longest: longestInRecord }) };
  if (!isRecord(value)) {
    const text = tableCell(value, { title: "", field: "" }, showing);
    return `${interactive ? wrapCells(text, width).join("\n") : text}\n`;
  }
  const all = flattenFields(value).filter((field) => readField(value, field) !== null);
  const inBrackets = columns.flatMap(({ field, from }) => (all.includes(field) ? (from ?? []) : []));
  const shown = all
    .filter((field) => !inBrackets.includes(field))
    .map((field): Column => {
      // A text that is not a time is shown as it is.
      return columns.find((known) => known.field === field) ?? { title: field, field, kind: "time" };
    });
  const titles = shown.map(({ field }) => safeText(field));
  const cells = shown.map((column) => tableCell(value, column, showing));
  return fieldLines({ columns: shown, titles, cells }, settings);
}

/** With less room next to its name, or if a word such as an id needs the whole line, a value goes below it. */
const leastBeside = 16;

interface FieldLines {
  readonly columns: readonly Column[];
  readonly titles: readonly string[];
  readonly cells: readonly string[];
}

/** Names and values, aligned; on a terminal values are wrapped. */
function fieldLines({ columns, titles, cells }: FieldLines, settings: RenderSettings): string {
  const { interactive, paint, width } = settings;
  const [titleWidth = 0] = widthsOf(
    titles.map((title) => [title]),
    widestAligned,
  );
  const room = width - titleWidth - gap.length;
  const lines = titles.flatMap((title, index) => {
    const cell = cells[index] ?? "";
    if (interactive && !fitsBeside(cell, room, width)) {
      const above = wrapCells(title, width).map((line) => paint.strong(line));
      return [...above, ...wrapCells(cell, width - gap.length).map((line) => gap + line)];
    }
    const wrapped = interactive ? wrapCells(cell, room) : [cell];
    const field = columns[index]?.field ?? "";
    const [first = "", ...more] = wrapped.map((line) => paintState(line, field, paint));
    const label = paint.strong(padCell(title, titleWidth));
    return [label + gap + first, ...more.map((line) => " ".repeat(titleWidth) + gap + line)];
  });
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}

/** A word that is longer than any line is broken wherever it stands. */
function fitsBeside(cell: string, room: number, width: number): boolean {
  const words = cell.split(" ").map((word) => cellWidth(word, width));
  const longest = Math.max(0, ...words.filter((word) => word <= width - gap.length));
  return room >= leastBeside && longest <= room;
}
