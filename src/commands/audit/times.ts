import { UsageError } from "../../errors.ts";
import { readTime } from "../../values/time.ts";
import type { Present, Window } from "./calendar.ts";

/** The texts that a window is made of. */
interface WindowTexts {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** All of a day, week, month or year. */
  readonly on?: string | undefined;
}

/** The window that texts name; days and times without zone are in the zone. */
export async function parseWindow(texts: WindowTexts, present: Present): Promise<Window> {
  const { since, until, on } = texts;
  if (on !== undefined) return parseSpan(on, texts, present);
  const start =
    since === undefined ? Number.NEGATIVE_INFINITY : await parseInstant("--since", since, present);
  const end =
    until === undefined ? Number.POSITIVE_INFINITY : await parseEnd(until, { since, start }, present);
  if (start < end) return { since: start, until: end };
  const isSpan = since === until && (await readSpan(until ?? "", present)) !== undefined;
  throw new UsageError("--since must be before --until", {
    ...(isSpan && { hint: { text: "for all of it", command: `--on '${until}'` } }),
  });
}

/** All of a day, week, month or year. */
async function parseSpan(text: string, { since, until }: WindowTexts, present: Present): Promise<Window> {
  if (since !== undefined || until !== undefined) {
    throw new UsageError(`--on can't be used with ${since === undefined ? "--until" : "--since"}`, {
      hint: "use --on alone, or --since and --until",
    });
  }
  const span = await readSpan(text, present);
  if (span === undefined || !isShown(span.since)) {
    throw new UsageError(`--on ${text}: not a day, week, month or year`, {
      hint: "use a day (2026-01-31, yesterday, tuesday), a week (this week, last week), a month (2026-01, october, last month) or a year (2026, last year); for other windows, --since and --until",
    });
  }
  if (span.since < span.until) return span;
  throw new UsageError(`--on ${text}: the clocks of ${present.zone.name} skipped that day`);
}

async function readSpan(text: string, present: Present): Promise<Window | undefined> {
  const calendar = await import("./calendar.ts");
  return calendar.readSpan(tidy(text), await calendar.openCalendar(present));
}

/** What a window starts with. */
interface Start {
  readonly since: string | undefined;
  readonly start: number;
}

const clockAlone = /^\d{1,2}(?::\d\d){0,2} ?(?:[ap]m)?$/;
const hasClock = /\d:\d\d|\d ?[ap]m$/;

/** A time of day alone is the latest that has passed, or after a start with a time of day, the next one. */
async function parseEnd(until: string, { since, start }: Start, present: Present): Promise<number> {
  const latest = await parseInstant("--until", until, present);
  if (since === undefined || !clockAlone.test(tidy(until))) return latest;
  if (!hasClock.test(tidy(since)) && latest > start) return latest;
  const { openCalendar, readTimeOfDay } = await import("./calendar.ts");
  return readTimeOfDay(tidy(until), await openCalendar(present), start) ?? latest;
}

function tidy(text: string): string {
  return text.trim().toLowerCase().replaceAll(/\s+/g, " ");
}

/** Milliseconds since the epoch of the time that a flag gives. */
export async function parseInstant(flag: string, text: string, present: Present): Promise<number> {
  const words = tidy(text);
  const length = lengthOf(words, lengths);
  const instant =
    length === undefined
      ? (readWithZone(words) ?? (await readOnCalendar(words, present)))
      : present.now - Math.round(length);
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

/** A date and a time of day with a zone of their own. */
function readWithZone(words: string): number | undefined {
  return /^[-\d]{10}[t ]\d\d:[.:\d]+(?:z|[+-]\d\d:\d\d)$/.test(words) ? readTime(words) : undefined;
}

/** Milliseconds of the units that are always equally long. */
const lengths: Units = {
  ...{ ms: 1, s: 1000, sec: 1000, second: 1000, m: 60_000, min: 60_000, minute: 60_000 },
  ...{ h: 3_600_000, hr: 3_600_000, hour: 3_600_000, d: 86_400_000, day: 86_400_000 },
  ...{ w: 604_800_000, wk: 604_800_000, week: 604_800_000 },
};

/** Months of those that the calendar decides. */
const months: Units = { mo: 1, month: 1, y: 12, yr: 12, year: 12 };

type Units = Readonly<Record<string, number>>;

/** How many milliseconds or months a duration has. */
function lengthOf(words: string, units: Units): number | undefined {
  const [, count, unit = ""] = /^(?:last )?(\d{1,9}(?:\.\d{1,3})?) ?([a-z]+)(?: ago)?$/.exec(words) ?? [];
  const name = Object.hasOwn(units, unit) ? unit : unit.replace(/(?<=..)s$/, "");
  const one = Object.hasOwn(units, name) ? units[name] : undefined;
  return one === undefined ? undefined : Number(count) * one;
}

/** What only a calendar and the clocks of the zone can tell; nothing else loads them. */
async function readOnCalendar(words: string, present: Present): Promise<number | undefined> {
  const calendar = await import("./calendar.ts");
  const now = await calendar.openCalendar(present);
  const back = lengthOf(words, months);
  if (back !== undefined) return Number.isInteger(back) ? calendar.monthsBefore(back, now) : undefined;
  return (
    calendar.readSpan(words, now)?.since ??
    calendar.readTimeOfDay(words, now) ??
    calendar.readDateAndTime(words, now)
  );
}

/** What was taken for a unit that could be minutes or months. */
export function unitNote(text: string): string | undefined {
  const [, count] = /^(\d+(?:\.\d+)?) ?m$/i.exec(text.trim()) ?? [];
  if (count === undefined) return undefined;
  return `${text.trim()} is ${count} ${count === "1" ? "minute" : "minutes"}; for months: ${count}mo`;
}
