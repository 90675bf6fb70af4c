import { safeText } from "../../values/safe-text.ts";
import { isUuid } from "../../values/text.ts";
import type { Zone } from "../../values/zone.ts";
import type { Column, LeftOut } from "../output.ts";
import type { Paint } from "../paint.ts";
import { cellValue, isStateField, isTimeField, shownText, showTime } from "./cell.ts";
import { cellWidth } from "./cell-width.ts";
import type { RenderSettings } from "./renderer.ts";

/** What the first page decides for all rows: a table, or cards if it does not fit. */
export interface Drawing {
  readonly head: string;
  leftOut(): readonly LeftOut[];
  /** Rows that follow the head, or other rows. */
  body(rows: readonly unknown[]): string;
}

/** Beyond this, a longer line is no use for reading; a cell that is longer still only moves those after it. */
export const widestAligned = 1000;

/** Shown in a cell without a value. */
export const nothing = "-";

export interface CellSettings extends Pick<RenderSettings, "interactive" | "stringify" | "zone"> {
  /** Code units of a text that are shown at most. */
  readonly longest?: number;
  /** Our own words after a text that was cut. */
  readonly whereCut?: string;
  /** Whether columns of ids show only their beginnings. */
  readonly shortIds?: boolean;
}

/** The text of a row in a column of a table, ready for a terminal. */
export function tableCell(row: unknown, column: Column, settings: CellSettings): string {
  const value = cellValue(row, column) ?? (column.instead && insteadOf(row, column.instead, settings));
  const { interactive, longest = Number.POSITIVE_INFINITY, stringify, whereCut = "", zone } = settings;
  if (value === null || value === undefined) return nothing;
  if (column.kind === "count" && Array.isArray(value)) return String(value.length);
  if (Array.isArray(value) && value.length === 0) return column.empty ?? nothing;
  const isTime = isTimeColumn(column) && typeof value === "string";
  const audience = interactive ? "people" : "programs";
  const text = isTime ? showTime(value, audience, zone) : amountOr(shownText(value, stringify), row, column);
  const shown = text.length <= longest ? safeText(text) : `${safeText(firstOf(text, longest))}…${whereCut}`;
  return shown + endOf(row, column);
}

function insteadOf(row: unknown, field: string, { shortIds }: CellSettings): unknown {
  const value = cellValue(row, { field });
  return shortIds && typeof value === "string" && isUuid(value) ? value.slice(0, shortestId) : value;
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

/** The first code units of a text, without half a character at their end. */
function firstOf(text: string, units: number): string {
  return text.slice(0, units).replace(/[\ud800-\udbff]$/, "");
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

export function titlesOf(columns: readonly Column[]): string[] {
  return columns.map(({ title }) => safeText(title));
}

/** The titles above a table; those of times name their zone unless it is plain UTC for programs. */
export function headOf(columns: readonly Column[], { interactive, zone }: RenderSettings): string[] {
  const titles = titlesOf(columns);
  if (!interactive && zone === undefined) return titles;
  return titles.map((title, index) => {
    const column = columns[index];
    return column !== undefined && isTimeColumn(column) ? `${title} (${zoneText(title, zone)})` : title;
  });
}

/** `2026-01-15 12:00:00+01:00` */
const timeWidth = 25;

/** The whole name of a zone if the column is wide enough for it anyway, else its last part: `Los_Angeles`. */
function zoneText(title: string, zone: Zone | undefined): string {
  const name = zone?.name ?? "UTC";
  const fits = title.length + name.length + " ()".length <= timeWidth;
  return fits ? name : (name.split("/").at(-1) ?? name);
}

function isTimeColumn({ field, kind }: Column): boolean {
  return kind === "time" || isTimeField(field);
}

/** The cells of a row, with the words for states in their colours. */
export function paintStates(cells: readonly string[], columns: readonly Column[], paint: Paint): string[] {
  return cells.map((cell, index) => paintState(cell, columns[index]?.field ?? "", paint));
}

const badStates: readonly string[] = ["deleted", "failed", "suspended"];
const goodStates: readonly string[] = ["active", "created"];

/** The spaces around a word stay as they are, since they end a line that is trimmed. */
export function paintState(cell: string, field: string, { bad, good }: Paint): string {
  if (!isStateField(field)) return cell;
  const word = cell.trim();
  if (badStates.includes(word)) return cell.replace(word, bad);
  return goodStates.includes(word) ? cell.replace(word, good) : cell;
}

/** An amount in a currency's smallest unit, for people: `23.50 GBP`; undefined unless the currency is known. */
export function amountText(units: string, currency: string): string | undefined {
  const digits = fractionDigits(currency);
  if (digits === undefined || !/^-?\d+$/.test(units)) return undefined;
  const sign = units.startsWith("-") ? "-" : "";
  const padded = units.slice(sign.length).padStart(digits + 1, "0");
  const whole = padded.slice(0, padded.length - digits);
  const fraction = digits === 0 ? "" : `.${padded.slice(-digits)}`;
  return `${sign}${whole}${fraction} ${currency}`;
}

/** A format takes Intl long to make, and a list has few currencies. */
const found = new Map<string, number | undefined>();

/** How many digits follow the point; Intl would give two to any three letters. */
function fractionDigits(currency: string): number | undefined {
  if (!found.has(currency)) {
    const isKnown = Intl.supportedValuesOf("currency").includes(currency);
    const format = isKnown ? new Intl.NumberFormat("en", { style: "currency", currency }) : undefined;
    found.set(currency, format?.resolvedOptions().maximumFractionDigits);
  }
  return found.get(currency);
}
