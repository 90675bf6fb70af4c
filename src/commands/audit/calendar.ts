import type { Temporal as Polyfill } from "@js-temporal/polyfill";
import { readTime } from "../../values/time.ts";

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
  /** The name of the time zone. */
  readonly zone: string;
}

/** The present, on the calendar and the clocks of its zone. */
type Now = Polyfill.ZonedDateTime;
type Day = Polyfill.PlainDate;

/** Node before 26 has no Temporal of its own. */
export async function openCalendar({ now, zone }: Present): Promise<Now> {
  const { Instant } = globalThis.Temporal ?? (await import("@js-temporal/polyfill")).Temporal;
  return Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone);
}

/** The whole day, week, month or year that words in lower case name; of `october`, the latest that has begun. */
export function readSpan(words: string, now: Now): Window | undefined {
  const [first, length] = readDays(words, now.toPlainDate()) ?? [];
  if (first === undefined || length === undefined) return undefined;
  // The first instant of a day, which is not midnight where a clock change skips that.
  const startOf = (day: Day): number => day.toZonedDateTime(now.timeZoneId).epochMilliseconds;
  return { since: startOf(first), until: startOf(first.add(length)) };
}

type Span = readonly [first: Day, length: Polyfill.DurationLike];

function readDays(words: string, today: Day): Span | undefined {
  const thisMonth = today.with({ day: 1 });
  const thisYear = thisMonth.with({ month: 1 });
  const [, which, unit] = /^(this|last) (week|month|year)$/.exec(words) ?? [];
  const back = which === "last" ? 1 : 0;
  // Weeks begin on Monday, as in ISO 8601.
  if (unit === "week") return [today.subtract({ weeks: back, days: today.dayOfWeek - 1 }), { weeks: 1 }];
  if (unit === "month") return [thisMonth.subtract({ months: back }), { months: 1 }];
  if (unit === "year") return [thisYear.subtract({ years: back }), { years: 1 }];
  const day = readDay(words, today);
  if (day !== undefined) return [day, { days: 1 }];
  const months = unitsBack(words, monthNames, today.month);
  if (months !== undefined) return [thisMonth.subtract({ months }), { months: 1 }];
  const [, year, month] = /^([1-9]\d{3})(?:-(0[1-9]|1[0-2]))?$/.exec(words) ?? [];
  if (year === undefined) return undefined;
  if (month === undefined) return [thisYear.with({ year: Number(year) }), { years: 1 }];
  return [thisMonth.with({ year: Number(year), month: Number(month) }), { months: 1 }];
}

const weekdays = "monday tuesday wednesday thursday friday saturday sunday".split(" ");
const monthNames =
  "january february march april may june july august september october november december".split(" ");

function readDay(words: string, today: Day): Day | undefined {
  if (words === "today") return today;
  if (words === "yesterday") return today.subtract({ days: 1 });
  const days = unitsBack(words, weekdays, today.dayOfWeek);
  if (days !== undefined) return today.subtract({ days });
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

const clock = /^(?:(\S.*?)[ t])?(\d{1,2})(?::(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?)? ?([ap]m)?$/;

/**
 * A time of day: on a day that is named, else the latest that has passed, or with `after`, the first one after that
 * instant. One that a clock change skips is taken after the gap; of one that occurs twice, the first.
 */
export function readTimeOfDay(words: string, now: Now, after?: number): number | undefined {
  const [, day, ...parts] = clock.exec(words) ?? [];
  const time = timeOfDay(parts);
  if (time === undefined) return undefined;
  const today = now.toPlainDate();
  const at = (date: Day) => date.toPlainDateTime(time).toZonedDateTime(now.timeZoneId).epochMilliseconds;
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
function timeOfDay([hours, minutes, seconds, fraction, half]: readonly (string | undefined)[]) {
  if (hours === undefined || (minutes === undefined && half === undefined)) return undefined;
  const [hour, minute, second] = [Number(hours), Number(minutes ?? 0), Number(seconds ?? 0)];
  const isSound = half === undefined ? hour < 24 : hour >= 1 && hour <= 12;
  if (!isSound || minute > 59 || second > 59) return undefined;
  const millisecond = Number((fraction ?? "").padEnd(3, "0"));
  if (half === undefined) return { hour, minute, second, millisecond };
  return { hour: (hour % 12) + (half === "pm" ? 12 : 0), minute, second, millisecond };
}

/** The same day and time some months or years before, or the last day of a month that is shorter. */
export function readMonthsBefore(words: string, now: Now): number | undefined {
  // Temporal refuses what lies before its own first day, which fewer digits can't name.
  const [, count, unit = ""] = /^(\d{1,4}) ?(mo|months?|y|years?)$/.exec(words) ?? [];
  if (count === undefined) return undefined;
  const before = unit.startsWith("m") ? { months: Number(count) } : { years: Number(count) };
  return now.subtract(before).epochMilliseconds;
}
