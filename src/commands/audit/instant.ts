import { UsageError } from "../../errors.ts";
import { readTime } from "../../values/time.ts";
import { instantOf, openZone, type Zone } from "../../values/zone.ts";
import { isTimeOfDay, type Present, readAge, readSpan, readTimeOfDay } from "./calendar.ts";

/** A span of time in milliseconds since the epoch, its start included, its end not. */
export interface Window {
  readonly since: number;
  readonly until: number;
}

/** Whether the last instant before the end of a window is still to come. */
export function isAhead(until: number, now: number): boolean {
  return until - 1 > now;
}

/** The texts that a window is made of. */
interface WindowTexts {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** All of a day, week, month or year. */
  readonly on?: string | undefined;
}

/** The window that texts name; days and times without zone are in the zone, or in UTC. */
export function parseWindow({ since, until, on }: WindowTexts, now: number, zone = openZone("UTC")): Window {
  const present = { now, zone };
  if (on !== undefined) {
    refuseBounds({ since, until });
    return parseSpan(on, present);
  }
  const start = since === undefined ? Number.NEGATIVE_INFINITY : parseInstant("--since", since, present);
  const end = until === undefined ? Number.POSITIVE_INFINITY : parseEnd(until, { since, start }, present);
  if (start < end) return { since: start, until: end };
  throw new UsageError("--since must be before --until", {
    ...(since === until && readSpan(until ?? "", present) && { hint: `for all of it: --on '${until}'` }),
  });
}

function refuseBounds({ since, until }: WindowTexts): void {
  if (since === undefined && until === undefined) return;
  const other = since === undefined ? "--until" : "--since";
  throw new UsageError(`--on can't be used with ${other}`, {
    hint: "use --on alone, or --since and --until",
  });
}

/** All of a day, week, month or year. */
function parseSpan(text: string, present: Present): Window {
  const span = readSpan(text, present);
  if (span === undefined || !isShown(span.since)) {
    throw new UsageError(`--on ${text}: not a day, week, month or year`, {
      hint: `use a day (2026-01-31, yesterday, tuesday), a week (this week, last week), a month (2026-01, october, last month) or a year (2026, last year); for other windows, --since and --until`,
    });
  }
  if (span.since < span.until) return span;
  throw new UsageError(`--on ${text}: the clocks of ${present.zone.name} skipped that day`);
}

/** What a window starts with. */
interface Start {
  readonly since: string | undefined;
  readonly start: number;
}

/** A time of day alone is the latest that has passed, or after a start with a time of day, the next one. */
function parseEnd(until: string, { since, start }: Start, present: Present): number {
  const latest = parseInstant("--until", until, present);
  if (since === undefined || !isTimeOfDay(until)) return latest;
  const hasTime = (readTimeOfDay(since, present) ?? readClock(since.trim(), present.zone)) !== undefined;
  return !hasTime && latest > start ? latest : (readTimeOfDay(until, present, start) ?? latest);
}

/** Milliseconds since the epoch of the time that a flag gives. */
export function parseInstant(flag: string, text: string, present: Present): number {
  const instant =
    readSpan(text, present)?.since ??
    readTimeOfDay(text, present) ??
    readClock(text.trim(), present.zone) ??
    readAge(text, present);
  if (instant !== undefined && isShown(instant)) return instant;
  throw new UsageError(`${flag} ${text}: not a time`, {
    hint: "use RFC 3339 (2026-01-31T12:00:00Z), a date or a time (2026-01-31, 2026-01-31 14:00, 14:00, 2pm), a day (today, yesterday, tuesday, last tuesday; with a time: monday 9:30), a week, month or year (last week, october, 2026-01, this year: its start), or a duration before now (90m, 24h, 7d, 2w, 3 months, 1y)",
  });
}

const earliest = Date.parse("0001-01-01");

/** Whether an instant has a date that can be written. */
function isShown(instant: number): boolean {
  return instant >= earliest && instant < 8.64e15;
}

const clock = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|z|[+-]\d{2}:\d{2})?$/;

/** A date and a time of day, with or without its own zone. */
function readClock(text: string, zone: Zone): number | undefined {
  const match = clock.exec(text);
  // Without a zone this is what the clocks show.
  const time = match === null ? Number.NaN : readTime(text);
  if (Number.isNaN(time)) return undefined;
  return match?.[1] === undefined ? instantOf(zone, time) : time;
}

/** What was taken for a unit that could be minutes or months. */
export function unitNotes(texts: readonly (string | undefined)[]): readonly string[] {
  return texts.flatMap((text = "") => {
    const [, count] = /^(\d+(?:\.\d+)?) ?m$/i.exec(text.trim()) ?? [];
    if (count === undefined) return [];
    return [`${text.trim()} is ${count} ${count === "1" ? "minute" : "minutes"}; for months: ${count}mo`];
  });
}
