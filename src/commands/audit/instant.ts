import { UsageError } from "../../errors.ts";
import { parseDuration } from "../../values/duration.ts";
import { readTime } from "../../values/time.ts";
import { instantOf, openZone, startOfDay, wallTimeIn, type Zone } from "../../values/zone.ts";

/** A span of time in milliseconds since the epoch, its start included, its end not. */
export interface Window {
  readonly since: number;
  readonly until: number;
}

/** The window that two texts name; days and times without zone are in the zone, or in UTC. */
export function parseWindow(
  { since, until }: { readonly since: string | undefined; readonly until: string | undefined },
  now: number,
  zone = openZone("UTC"),
): Window {
  const window = {
    since: since === undefined ? Number.NEGATIVE_INFINITY : parseInstant("--since", since, { now, zone }),
    until: until === undefined ? Number.POSITIVE_INFINITY : parseInstant("--until", until, { now, zone }),
  };
  if (window.since < window.until) return window;
  throw new UsageError("--since must be before --until");
}

/** What words such as `yesterday` depend on. */
interface Present {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly zone: Zone;
}

/** Milliseconds since the epoch of the time that a flag gives. */
export function parseInstant(flag: string, text: string, present: Present): number {
  const given = text.trim();
  const instant =
    readDay(given.toLowerCase(), present) ?? readClock(given, present) ?? readAge(given, present);
  if (instant !== undefined) return instant;
  throw new UsageError(`${flag} ${text}: not a time`, {
    hint: "use RFC 3339 (2026-01-31T12:00:00Z), a date or a time (2026-01-31, 2026-01-31 14:00), today, yesterday, a weekday (tuesday, last tuesday), or a duration before now (90m, 24h, 7d, 2w)",
  });
}

const dayLength = 86_400_000;
const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

/** The midnight of a day that a word names. */
function readDay(text: string, { now, zone }: Present): number | undefined {
  const today = new Date(wallTimeIn(zone, now));
  const back = daysBack(text, today.getUTCDay());
  if (back === undefined) return undefined;
  return startOfDay(zone, today.setUTCHours(0, 0, 0, 0) - back * dayLength);
}

/** How many days ago the latest such day was; `last tuesday` is not today. */
function daysBack(text: string, today: number): number | undefined {
  if (text === "today") return 0;
  if (text === "yesterday") return 1;
  const [, last, name] = /^(last\s+)?(\w+)$/.exec(text) ?? [];
  const weekday = weekdays.indexOf(name ?? "");
  if (weekday === -1) return undefined;
  const back = (today - weekday + 7) % 7;
  return last !== undefined && back === 0 ? 7 : back;
}

const date = /^\d{4}-\d{2}-\d{2}$/;
const clock = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|z|[+-]\d{2}:\d{2})?$/;

/** A date, or a time with or without its own zone. */
function readClock(text: string, { zone }: Present): number | undefined {
  const match = clock.exec(text);
  const isDate = date.test(text);
  // Without a zone this is what the clocks show.
  const time = match !== null || isDate ? readTime(text) : Number.NaN;
  if (Number.isNaN(time)) return undefined;
  if (isDate) return startOfDay(zone, time);
  return match?.[1] === undefined ? instantOf(zone, time) : time;
}

/** A duration before now; weeks are not a unit of time-outs, so they are handled here. */
function readAge(text: string, { now }: Present): number | undefined {
  const [, weeks] = /^(\d{1,9}(?:\.\d{1,3})?)w$/.exec(text) ?? [];
  if (weeks !== undefined) return now - Math.round(Number(weeks) * 7 * dayLength);
  try {
    return now - parseDuration(text);
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}
