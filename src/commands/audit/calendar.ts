import type { Temporal as Polyfill } from "@js-temporal/polyfill";
import { readTime } from "../../values/time.ts";
import type { Zone } from "../../values/zone.ts";

declare global {
  var Temporal: typeof import("@js-temporal/polyfill").Temporal | undefined;
}

/** A span of time in milliseconds since the epoch, its start included, its end not. */
export interface Window {
  readonly since: number;
  readonly until: number;
}

/** What words such as `yesterday` depend on. */
export interface Present {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly zone: Zone;
}

/** The present, on the calendar and the clocks of its zone. */
type Now = Polyfill.ZonedDateTime;
type Day = Polyfill.PlainDate;

/** Node before 26 has no Temporal of its own. */
export async function openCalendar({ now, zone }: Present): Promise<Now> {
  const { Instant } = globalThis.Temporal ?? (await import("@js-temporal/polyfill")).Temporal;
  return Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone.name);
}

/** The whole day, week, month or year that words in lower case name; of `october`, the latest that has begun. */
export function readSpan(words: string, now: Now): Window | undefined {
  const today = now.toPlainDate();
  const [first, length] =
    withLength(readDay(words, today), { days: 1 }) ??
    withLength(readWeek(words, today), { weeks: 1 }) ??
    withLength(readMonth(words, today.with({ day: 1 })), { months: 1 }) ??
    withLength(readYear(words, today.with({ month: 1, day: 1 })), { years: 1 }) ??
    [];
  if (first === undefined || length === undefined) return undefined;
  return { since: startOf(first, now), until: startOf(first.add(length), now) };
}

function withLength(first: Day | undefined, length: Polyfill.DurationLike) {
  return first && ([first, length] as const);
}

/** The first instant of a day, which is not midnight where a clock change skips that. */
function startOf(day: Day, { timeZoneId }: Now): number {
  return day.toZonedDateTime(timeZoneId).epochMilliseconds;
}

const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

function readDay(words: string, today: Day): Day | undefined {
  if (words === "today") return today;
  if (words === "yesterday") return today.subtract({ days: 1 });
  const days = unitsBack(words, weekdays, today.dayOfWeek);
  return days === undefined ? readDate(words, today) : today.subtract({ days });
}

function readDate(words: string, today: Day): Day | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(words) || Number.isNaN(readTime(words))) return undefined;
  const [year = 0, month = 0, day = 0] = words.split("-").map(Number);
  return today.with({ year, month, day });
}

/**
 * How many days or months ago the one of a name, or of its first three letters, has begun; `last tuesday` is never
 * today. The present one has a number from 1 on.
 */
function unitsBack(words: string, names: readonly string[], present: number): number | undefined {
  const [, last, name = ""] = /^(last )?([a-z]{3,})$/.exec(words) ?? [];
  const index = names.findIndex((known) => name !== "" && known.startsWith(name));
  if (index === -1) return undefined;
  const back = (present - 1 - index + names.length) % names.length;
  return last !== undefined && back === 0 ? names.length : back;
}

/** Weeks begin on Monday, as in ISO 8601. */
function readWeek(words: string, today: Day): Day | undefined {
  const weeks = relative(words, "week");
  return weeks === undefined ? undefined : today.subtract({ weeks, days: today.dayOfWeek - 1 });
}

/** How many units ago: 0 for `this week`, 1 for `last week`. */
function relative(words: string, unit: string): number | undefined {
  if (words === `this ${unit}`) return 0;
  return words === `last ${unit}` ? 1 : undefined;
}

const monthNames =
  "january february march april may june july august september october november december".split(" ");

function readMonth(words: string, thisMonth: Day): Day | undefined {
  const months = relative(words, "month") ?? unitsBack(words, monthNames, thisMonth.month);
  if (months !== undefined) return thisMonth.subtract({ months });
  const [, digits, number] = /^([1-9]\d{3})-(0[1-9]|1[0-2])$/.exec(words) ?? [];
  if (digits !== undefined) return thisMonth.with({ year: Number(digits), month: Number(number) });
  const [, name, ofYear] = /^([a-z]{3,}) ([1-9]\d{3})$/.exec(words) ?? [];
  const month = monthNames.findIndex((known) => name !== undefined && known.startsWith(name)) + 1;
  return month === 0 ? undefined : thisMonth.with({ year: Number(ofYear), month });
}

function readYear(words: string, thisYear: Day): Day | undefined {
  const years = relative(words, "year");
  if (years !== undefined) return thisYear.subtract({ years });
  return /^[1-9]\d{3}$/.test(words) ? thisYear.with({ year: Number(words) }) : undefined;
}

const clock = /^(?:(.*?\S) (?:at )?)?(\d{1,2})(?::(\d{2})(?::(\d{2}))?)? ?([ap]m)?$/;

/**
 * A time of day: on a day that is named, else the latest that has passed, or with `after`, the first one after that
 * instant.
 */
export function readTimeOfDay(words: string, now: Now, after?: number): number | undefined {
  const [, day, ...parts] = clock.exec(words) ?? [];
  const time = timeOfDay(parts);
  if (time === undefined) return undefined;
  const today = now.toPlainDate();
  const at = (date: Day) => instantOf(date.toPlainDateTime(time), now);
  if (day !== undefined) {
    const named = readDay(day, today);
    return named && at(named);
  }
  if (after !== undefined) {
    const first = now.add({ milliseconds: after - now.epochMilliseconds }).toPlainDate();
    return [first, first.add({ days: 1 })].map(at).find((instant) => instant > after);
  }
  return [today, today.subtract({ days: 1 })].map(at).find((instant) => instant <= now.epochMilliseconds);
}

/** A bare number is none, since it could be anything. */
function timeOfDay([hours, minutes, seconds, half]: readonly (string | undefined)[]) {
  if (hours === undefined || (minutes === undefined && half === undefined)) return undefined;
  const [hour, minute, second] = [Number(hours), Number(minutes ?? 0), Number(seconds ?? 0)];
  const isSound = half === undefined ? hour < 24 : hour >= 1 && hour <= 12;
  if (!isSound || minute > 59 || second > 59) return undefined;
  return { hour: half === undefined ? hour : (hour % 12) + (half === "pm" ? 12 : 0), minute, second };
}

/** A time that a clock change skips is taken after the gap; of one that occurs twice, the first. */
function instantOf(time: Polyfill.PlainDateTime, { timeZoneId }: Now): number {
  return time.toZonedDateTime(timeZoneId).epochMilliseconds;
}

/** A date and a time of day in ISO 8601, without zone. */
export function readDateAndTime(words: string, now: Now): number | undefined {
  const time = /^[-\d]{10}[t ]\d\d:[.:\d]+$/.test(words) ? readTime(words) : Number.NaN;
  if (Number.isNaN(time)) return undefined;
  const [date = "", clock] = new Date(time).toISOString().replace("Z", "").split("T");
  const day = readDate(date, now.toPlainDate());
  return day && instantOf(day.toPlainDateTime(clock), now);
}

/** The same day and time some months before, or the last day of a month that is shorter. */
export function monthsBefore(months: number, now: Now): number | undefined {
  // Temporal refuses what lies before its own first day.
  return months <= 120_000 ? now.subtract({ months }).epochMilliseconds : undefined;
}
