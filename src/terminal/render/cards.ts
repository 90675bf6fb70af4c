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
  titlesOf,
  widestAligned,
  widthsOf,
} from "./table-cells.ts";

/** More than a screen is cut: a card is there to be read, and a page of endless names to be interrupted. */
const longestInCard = 4000;

/** A card for each row: a line for each field, and an empty line between two cards. */
export function openCards(columns: readonly Column[], settings: RenderSettings): Drawing {
  const clipping: CellSettings = { ...settings, longest: longestInCard, shortIds: true };
  const titles = titlesOf(columns);
  let isFirst = true;
  const card = (cells: readonly string[]): string => {
    const before = isFirst ? "" : "\n";
    isFirst = false;
    return before + fieldLines({ fields: columns.map(({ field }) => field), titles, cells }, settings);
  };
  return {
    head: "",
    leftOut: () => [],
    body: (rows) => cellsOf(rows, columns, clipping).map(card).join(""),
  };
}

/** A thousand lines of a single field: wrapping more would keep a person waiting who can't even interrupt it. */
const longestInRecord = 100_000;

/** A line for each field of an object that has a value. */
export function recordText(value: unknown, settings: RenderSettings): string {
  const isBounded = settings.interactive && !settings.wide;
  const bounds = isBounded
    ? { longest: longestInRecord, whereCut: " (cut here; --wide shows all of it)" }
    : {};
  const showing: CellSettings = { ...settings, ...bounds };
  if (!isRecord(value)) {
    const text = tableCell(value, { title: "", field: "" }, showing);
    return `${settings.interactive ? wrapCells(text, settings.width).join("\n") : text}\n`;
  }
  const all = flattenFields(value).filter((field) => readField(value, field) !== null);
  const told = settings.columns.flatMap(({ field, from }) => (all.includes(field) ? (from ?? []) : []));
  const fields = all.filter((field) => !told.includes(field));
  const cells = fields.map((field) => {
    // A text that is not a time is shown as it is.
    const unknown: Column = { title: field, field, kind: "time" };
    return tableCell(value, settings.columns.find((known) => known.field === field) ?? unknown, showing);
  });
  return fieldLines({ fields, titles: fields.map((field) => safeText(field)), cells }, settings);
}

/** With less room next to its name, or if a word such as an id needs the whole line, a value goes below it. */
const leastBeside = 16;

interface FieldLines {
  readonly fields: readonly string[];
  readonly titles: readonly string[];
  readonly cells: readonly string[];
}

/** Names and values, aligned; on a terminal values are wrapped. */
function fieldLines(
  { fields, titles: names, cells: values }: FieldLines,
  { interactive, paint, width }: RenderSettings,
): string {
  const [nameWidth = 0] = widthsOf(
    names.map((name) => [name]),
    interactive ? width : widestAligned,
  );
  const room = width - nameWidth - gap.length;
  const isStacked = interactive && room < leastBeside;
  const lines = names.flatMap((name, index) => {
    const value = values[index] ?? "";
    const longest = interactive ? longestWord(value, width) : 0;
    if (isStacked || (longest > room && longest <= width - gap.length)) {
      const title = wrapCells(name, width).map((line) => paint.strong(line));
      return [...title, ...wrapCells(value, width - gap.length).map((line) => gap + line)];
    }
    const wrapped = interactive ? wrapCells(value, room) : [value];
    const [first = "", ...more] = wrapped.map((line) => paintState(line, fields[index] ?? "", paint));
    const label = paint.strong(padCell(name, nameWidth));
    return [label + gap + first, ...more.map((line) => " ".repeat(nameWidth) + gap + line)];
  });
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}

/** Cells of the longest word, or some number above `most`. */
function longestWord(text: string, most: number): number {
  return text.split(" ").reduce((longest, word) => Math.max(longest, cellWidth(word, most)), 0);
}
