import { isRecord } from "../../values/record.ts";
import type { Zone } from "../../values/zone.ts";
import { flattenFields, readField } from "../fields.ts";
import type { Column } from "../output.ts";
import type { RenderSettings } from "./renderer.ts";

type Stringify = RenderSettings["stringify"];

/** The value of a row in a column; a row that is not an object is itself the value of a column without a field. */
export function cellValue(row: unknown, { field }: Pick<Column, "field">): unknown {
  if (isRecord(row) || Array.isArray(row)) return readField(row, field);
  return field === "" ? row : undefined;
}

/** A value as text: empty for null, a string as it is, JSON for everything else. */
export function rawText(value: unknown, stringify: Stringify): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : stringify(value);
}

/** As rawText, but an array of plain values is a list with commas. */
export function shownText(value: unknown, stringify: Stringify): string {
  if (!Array.isArray(value) || value.some((element) => typeof element === "object" && element !== null)) {
    return rawText(value, stringify);
  }
  return value.map((element) => rawText(element, stringify)).join(", ");
}

/** The column of rows that are not objects. */
const valueColumn: Column = { title: "VALUE", field: "" };

/** Columns for rows of unknown shape: every field that one of them has, nested ones dotted. */
export function columnsOf(rows: readonly unknown[]): readonly Column[] {
  const names = new Set(rows.flatMap(namesOf));
  if (names.size === 0) return rows.length === 0 ? [] : [valueColumn];
  const opened = new Set([...names].flatMap(objectsAround));
  return [...names]
    .filter((name) => !opened.has(name))
    .map((name) => ({ title: name.toUpperCase(), field: name }));
}

/** The names of the objects around a field, which need no columns of their own: `a` and `a.b` of `a.b.c`. */
function objectsAround(name: string): string[] {
  return Array.from(name.matchAll(/\./g), ({ index }) => name.slice(0, index));
}

function namesOf(row: unknown): readonly string[] {
  if (Array.isArray(row)) return row.map((_, index) => String(index));
  return isRecord(row) ? flattenFields(row) : [];
}

const rfc3339 = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/;

type Audience = "people" | "programs";

/** A time with its offset, in UTC unless a zone is given: RFC 3339, or a form for people that is easier to read. */
export function showTime(text: string, audience: Audience, zone?: Zone): string {
  const time = rfc3339.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? text : instantText(time, audience, zone);
}

export function instantText(instant: number, audience: Audience, zone?: Zone): string {
  // RFC 3339 has no place for the seconds that offsets had long ago.
  const offset = Math.round((zone?.offsetAt(instant) ?? 0) / minute) * minute;
  const wall = new Date(instant + offset).toISOString();
  const suffix = zone === undefined || zone.name === "UTC" ? "Z" : offsetText(offset);
  if (audience === "people") return `${wall.slice(0, 10)} ${wall.slice(11, 19)}${suffix}`;
  return wall.replace(/(?:\.000)?Z$/, suffix);
}

const minute = 60_000;

/** `+02:00` */
function offsetText(offset: number): string {
  const minutes = Math.abs(offset) / minute;
  const digits = (count: number): string => String(count).padStart(2, "0");
  return `${offset < 0 ? "-" : "+"}${digits(Math.floor(minutes / 60))}:${digits(minutes % 60)}`;
}

/** Whether a field contains times: the API's time fields have such names. */
export function isTimeField(field: string): boolean {
  return /(?:_at|(?:^|\.)timestamp)$/.test(field);
}

/** An amount in a currency's smallest unit, for people: `23.50 GBP`; undefined unless the currency is known. */
export function amountText(units: string, currency: string): string | undefined {
  const digits = fractionDigits(currency);
  if (digits === undefined || !/^-?\d+$/.test(units)) return undefined;
  const sign = units.startsWith("-") ? "-" : "";
  const padded = units.slice(sign.length).padStart(digits + 1, "0");
  const point = padded.length - digits;
  const fraction = digits === 0 ? "" : `.${padded.slice(point)}`;
  return `${sign}${padded.slice(0, point)}${fraction} ${currency}`;
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
