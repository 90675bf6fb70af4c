import { safeText } from "../../values/safe-text.ts";
import { isUuid } from "../../values/text.ts";
import type { Column } from "../output.ts";
import type { Paint } from "../paint.ts";
import { amountText, cellValue, isTimeField, shownText, showTime } from "./cell.ts";
import { cellWidth } from "./cell-width.ts";
import type { RenderSettings } from "./renderer.ts";

/** What the first page decides for all rows: a table, or cards if it does not fit. */
export interface Drawing {
  readonly head: string;
  /** The titles of the columns that did not fit. */
  readonly leftOut: readonly string[];
  /** Rows that follow the head, or other rows. */
  body(rows: readonly unknown[]): string;
}

/** Beyond this, a longer line is no use for reading; a cell that is longer still only moves those after it. */
export const widestAligned = 1000;

/** Shown in a cell without a value. */
export const emptyCell = "-";

export interface CellSettings extends Pick<RenderSettings, "interactive" | "stringify" | "zone"> {
  /** Code units of a text that are shown at most. */
  readonly longest?: number;
  /** Whether columns of ids show only their beginnings. */
  readonly shortIds?: boolean;
}

/** The text of a row in a column of a table, ready for a terminal. */
export function tableCell(row: unknown, column: Column, settings: CellSettings): string {
  const { interactive, longest = Number.POSITIVE_INFINITY, stringify, zone } = settings;
  const value = cellValue(row, column) ?? insteadOf(row, column, settings);
  if (value === null || value === undefined) return emptyCell;
  if (column.kind === "count" && Array.isArray(value)) return String(value.length);
  if (Array.isArray(value) && value.length === 0) return column.empty ?? emptyCell;
  const isTime = isTimeColumn(column) && typeof value === "string";
  const text = isTime
    ? showTime(value, interactive ? "people" : "programs", zone)
    : amountOr(shownText(value, stringify), row, column);
  return (text.length <= longest ? safeText(text) : cut(text, longest)) + endOf(row, column);
}

function insteadOf(row: unknown, { instead }: Column, { shortIds }: CellSettings): unknown {
  const value = instead === undefined ? undefined : cellValue(row, { field: instead });
  return shortIds && typeof value === "string" && isUuid(value) ? value.slice(0, shortestId) : value;
}

/** The beginning of a text, without half a character at its end. */
function cut(text: string, length: number): string {
  return `${safeText(text.slice(0, length).replace(/[\ud800-\udbff]$/, ""))}…`;
}

/** What a cell says after its value. */
function endOf(row: unknown, { mark, from }: Column): string {
  const isMarked = mark !== undefined && cellValue(row, mark) === true;
  const source = from === undefined ? undefined : cellValue(row, { field: from });
  return `${isMarked ? ` ${mark.text}` : ""}${typeof source === "string" ? ` (${safeText(source)})` : ""}`;
}

/** An amount as people write it, if its currency is known; any other text as it is. */
function amountOr(text: string, row: unknown, { currency }: Column): string {
  const code = currency === undefined ? undefined : cellValue(row, { field: currency });
  return (typeof code === "string" && amountText(text, code)) || text;
}

export function cellsOf(
  rows: readonly unknown[],
  columns: readonly Column[],
  settings: CellSettings,
): string[][] {
  const cells = rows.map((row) => columns.map((column) => tableCell(row, column, settings)));
  for (const [index, { kind }] of columns.entries()) {
    if (kind !== "id" || !settings.shortIds) continue;
    const short = shortIds(cells.map((row) => row[index] ?? ""));
    for (const row of cells) row[index] = short.get(row[index] ?? "") ?? "";
  }
  return cells;
}

const shortestId = 8;

/** The shortest beginning of each UUID that none of the others has; other texts are left as they are. */
function shortIds(texts: readonly string[]): ReadonlyMap<string, string> {
  const sorted = [...new Set(texts)].sort();
  return new Map(
    sorted.map((text, index) => {
      if (!isUuid(text)) return [text, text];
      const shared = Math.max(sharedStart(text, sorted[index - 1]), sharedStart(text, sorted[index + 1]));
      return [text, text.slice(0, Math.max(shortestId, shared + 1))];
    }),
  );
}

/** How many characters two texts have in common at their start. */
function sharedStart(text: string, other = ""): number {
  let length = 0;
  while (length < text.length && text[length] === other[length]) length += 1;
  return length;
}

/** The width of each column, up to `most`. */
export function widthsOf(rows: readonly (readonly string[])[], most: number): number[] {
  const widths = (rows[0] ?? []).map(() => 1);
  for (const row of rows) {
    for (const [index, cell] of row.entries()) {
      widths[index] = Math.max(widths[index] ?? 0, Math.min(most, cellWidth(cell, most)));
    }
  }
  return widths;
}

/** The titles above a table; those of times name their zone unless it is plain UTC for programs. */
export function titlesOf(columns: readonly Column[], { interactive, zone }: CellSettings): string[] {
  const isNamed = interactive || zone !== undefined;
  return columns.map((column) => {
    const title = safeText(column.title);
    return isNamed && isTimeColumn(column) ? `${title} (${zone?.name ?? "UTC"})` : title;
  });
}

function isTimeColumn({ field, kind }: Column): boolean {
  return kind === "time" || isTimeField(field);
}

/** Fields that say how something is, or what was done to it. */
const stateField = /(?:^|\.)(?:action|result|state|status)$/;
const badStates: readonly string[] = ["deleted", "failed", "suspended"];
const goodStates: readonly string[] = ["active", "created"];

/** A cell, with a word for a state in its colour; the spaces around it stay as they are, since they end a line that is trimmed. */
export function paintState(cell: string, field: string, { bad, good }: Paint): string {
  if (!stateField.test(field)) return cell;
  const word = cell.trim();
  if (badStates.includes(word)) return cell.replace(word, bad);
  return goodStates.includes(word) ? cell.replace(word, good) : cell;
}
