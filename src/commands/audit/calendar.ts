import { readTime } from "../../values/time.ts";
import { instantOf, startOfDay, wallTimeIn, type Zone } from "../../values/zone.ts";

/** From an instant up to another, in milliseconds since the epoch; its end is not part of it. */
interface Span {
  readonly since: number;
  readonly until: number;
}

/** What words such as `yesterday` depend on. */
export interface Present {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly zone: Zone;
}

/** The midnights, in wall time, at which a day, week, month or year begins, and the next one. */
interface Midnights {
  readonly first: number;
  readonly next: number;
}

const dayLength = 86_400_000;

/** The whole day, week, month or year that a text names; of a word such as `october`, the latest that has begun. */
export function readSpan(text: string, present: Present): Span | undefined {
  const words = tidy(text);
  const today = new Date(midnightNow(present));
  const { first, next } =
    readDay(words, today) ??
    readWeek(words, today) ??
    readMonth(words, today) ??
    readYear(words, today) ??
    {};
  if (first === undefined || next === undefined) return undefined;
  return { since: startOfDay(present.zone, first), until: startOfDay(present.zone, next) };
}

function tidy(text: string): string {
  return text.trim().toLowerCase().replaceAll(/\s+/g, " ");
}

/** The midnight before now, in wall time. */
function midnightNow({ now, zone }: Present): number {
  return Math.floor(wallTimeIn(zone, now) / dayLength) * dayLength;
}

const date = /^\d{4}-\d{2}-\d{2}$/;
const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

function readDay(words: string, today: Date): Midnights | undefined {
  const back = daysBack(words, today.getUTCDay());
  const first = back === undefined ? dateAt(words) : today.getTime() - back * dayLength;
  return first === undefined ? undefined : { first, next: first + dayLength };
}

function dateAt(words: string): number | undefined {
  const time = date.test(words) ? readTime(words) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** How many days ago the latest such day was; `last tuesday` is not today. */
function daysBack(words: string, today: number): number | undefined {
  if (words === "today") return 0;
  if (words === "yesterday") return 1;
  const { last, index } = readName(words, weekdays) ?? {};
  if (index === undefined) return undefined;
  const back = (today - index + 7) % 7;
  return last && back === 0 ? 7 : back;
}

/** A name or its first letters, at least three, with `last` before it or not. */
function readName(words: string, names: readonly string[]) {
  const [, last, name = ""] = /^(last )?([a-z]{3,})$/.exec(words) ?? [];
  const index = name === "" ? -1 : names.findIndex((known) => known.startsWith(name));
  return index === -1 ? undefined : { last: last !== undefined, index };
}

/** Weeks begin on Monday, as in ISO 8601. */
function readWeek(words: string, today: Date): Midnights | undefined {
  const back = relative(words, "week");
  if (back === undefined) return undefined;
  const monday = today.getTime() - ((today.getUTCDay() + 6) % 7) * dayLength;
  const first = monday - back * 7 * dayLength;
  return { first, next: first + 7 * dayLength };
}

/** How many units ago: 0 for `this week`, 1 for `last week`. */
function relative(words: string, unit: string): number | undefined {
  if (words === `this ${unit}`) return 0;
  return words === `last ${unit}` ? 1 : undefined;
}

const months = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];

function readMonth(words: string, today: Date): Midnights | undefined {
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
  const back = relative(words, "month") ?? monthsBack(words, month);
  if (back !== undefined) return monthAt(year, month - back);
  const [, digits, number] = /^([1-9]\d{3})-(0[1-9]|1[0-2])$/.exec(words) ?? [];
  if (digits !== undefined) return monthAt(Number(digits), Number(number) - 1);
  const [, named = "", ofYear] = /^([a-z]+) ([1-9]\d{3})$/.exec(words) ?? [];
  const index = readName(named, months)?.index;
  return index === undefined ? undefined : monthAt(Number(ofYear), index);
}

/** How many months ago the latest such month was; `last october` is not this month. */
function monthsBack(words: string, month: number): number | undefined {
  const { last, index } = readName(words, months) ?? {};
  if (index === undefined) return undefined;
  const back = (month - index + 12) % 12;
  return last && back === 0 ? 12 : back;
}

function monthAt(year: number, month: number): Midnights {
  return { first: Date.UTC(year, month), next: Date.UTC(year, month + 1) };
}

function readYear(words: string, today: Date): Midnights | undefined {
  const back = relative(words, "year");
  const year = back === undefined ? Number(/^[1-9]\d{3}$/.exec(words)?.[0]) : today.getUTCFullYear() - back;
  return Number.isNaN(year) ? undefined : { first: Date.UTC(year, 0), next: Date.UTC(year + 1, 0) };
}

const clock = /^(?:(.*?\S) (?:at )?)?(\d{1,2})(?::(\d{2})(?::(\d{2}))?)? ?([ap]m)?$/;

/**
 * A time of day: on a day that is named, else the latest that has passed, or with `after`, the first one after that
 * instant.
 */
export function readTimeOfDay(text: string, present: Present, after?: number): number | undefined {
  const words = tidy(text);
  const [, day, ...parts] = clock.exec(words) ?? [];
  const time = timeOfDay(parts);
  if (time === undefined) return undefined;
  const { now, zone } = present;
  const today = midnightNow(present);
  if (day !== undefined) {
    const named = readDay(day, new Date(today));
    return named && instantOf(zone, named.first + time);
  }
  if (after !== undefined) {
    const first = midnightNow({ now: after, zone });
    return [first, first + dayLength].map((start) => instantOf(zone, start + time)).find((at) => at > after);
  }
  const at = instantOf(zone, today + time);
  return at <= now ? at : instantOf(zone, today - dayLength + time);
}

/** Milliseconds after midnight; a bare number is none, since it could be anything. */
function timeOfDay([hour, minute, second, half]: readonly (string | undefined)[]): number | undefined {
  if (hour === undefined || (minute === undefined && half === undefined)) return undefined;
  const hours = Number(hour);
  const [minutes, seconds] = [Number(minute ?? 0), Number(second ?? 0)];
  const isSound = half === undefined ? hours < 24 : hours >= 1 && hours <= 12;
  if (!isSound || minutes > 59 || seconds > 59) return undefined;
  const ofDay = half === undefined ? hours : (hours % 12) + (half === "pm" ? 12 : 0);
  return ((ofDay * 60 + minutes) * 60 + seconds) * 1000;
}

/** Whether a text is a time of day without a day. */
export function isTimeOfDay(text: string): boolean {
  const [, day, ...parts] = clock.exec(tidy(text)) ?? [];
  return day === undefined && timeOfDay(parts) !== undefined;
}

/** Milliseconds of the units that are always equally long. */
const lengths: ReadonlyMap<string, number> = new Map([
  ["ms", 1],
  ...["s", "sec", "second"].map((name) => [name, 1000] as const),
  ...["m", "min", "minute"].map((name) => [name, 60_000] as const),
  ...["h", "hr", "hour"].map((name) => [name, 3_600_000] as const),
  ...["d", "day"].map((name) => [name, dayLength] as const),
  ...["w", "wk", "week"].map((name) => [name, 7 * dayLength] as const),
]);

/** Months of those that the calendar decides. */
const calendarUnits: ReadonlyMap<string, number> = new Map([
  ...["mo", "month"].map((name) => [name, 1] as const),
  ...["y", "yr", "year"].map((name) => [name, 12] as const),
]);

/** A duration before now. */
export function readAge(text: string, { now, zone }: Present): number | undefined {
  const [, count, unit = ""] =
    /^(?:last )?(\d{1,9}(?:\.\d{1,3})?) ?([a-z]+)(?: ago)?$/.exec(tidy(text)) ?? [];
  if (count === undefined) return undefined;
  const one = unit.replace(/(?<=..)s$/, "");
  const length = lengths.get(unit) ?? lengths.get(one);
  if (length !== undefined) return now - Math.round(Number(count) * length);
  const back = Number(count) * (calendarUnits.get(one) ?? Number.NaN);
  return Number.isInteger(back) ? instantOf(zone, monthsBefore(wallTimeIn(zone, now), back)) : undefined;
}

/** The same day and time that many months ago, or the last day of a month that is shorter. */
function monthsBefore(wall: number, count: number): number {
  const before = new Date(wall);
  const day = before.getUTCDate();
  before.setUTCMonth(before.getUTCMonth() - count, 1);
  const last = new Date(Date.UTC(before.getUTCFullYear(), before.getUTCMonth() + 1, 0)).getUTCDate();
  return before.setUTCDate(Math.min(day, last));
}
