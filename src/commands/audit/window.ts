import type { Context } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { type FlagValues, textFlag } from "../../terminal/flags.ts";
import { readTime } from "../../values/time.ts";
import type { Present, Window } from "./calendar.ts";

/** The flags of every command with a time window. */
export const windowFlags = {
  since: textFlag("entries at or after this time", { placeholder: "TIME" }),
  until: textFlag("entries before this time", { placeholder: "TIME" }),
  on: textFlag("all of this day, week, month or year", { placeholder: "WINDOW" }),
} as const;

export type WindowValues = FlagValues<typeof windowFlags>;

/** Where times are explained. */
export const aboutTimes = "How times are written: payctl audit --help";

/** Whether a window was asked for. */
export function hasWindow({ since, until, on }: WindowValues): boolean {
  return (since ?? until ?? on) !== undefined;
}

const everything: Window = { since: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };

/** The requested window, fixed now. */
export async function openWindow(context: Context, flags: WindowValues): Promise<Window> {
  if (!hasWindow(flags)) return everything;
  const window = await parseWindow(flags, await presentOf(context));
  await noteUnits(context, [flags.since, flags.until]);
  return window;
}

/** The instant that a flag gives, in milliseconds since the epoch. */
export async function readInstant(context: Context, flag: string, text: string): Promise<number> {
  return parseInstant(flag, text, await presentOf(context));
}

/** Says what was taken for a unit that could be minutes or months. */
export async function noteUnits({ output }: Context, texts: readonly (string | undefined)[]): Promise<void> {
  for (const text of texts) {
    const [, count] = /^(\d+(?:\.\d+)?) ?m$/.exec(tidy(text ?? "")) ?? [];
    if (count === undefined) continue;
    await output.note(`${text} is ${count} ${count === "1" ? "minute" : "minutes"}; for months: ${count}mo`);
  }
}

async function presentOf({ host, zone }: Context): Promise<Present> {
  return { now: host.now(), zone: (await zone())?.name ?? "UTC" };
}

/** The window that texts name; days and times without zone are in the zone. */
export async function parseWindow(
  { since, until, on }: Partial<WindowValues>,
  present: Present,
): Promise<Window> {
  if (on !== undefined) return parseSpan(on, since ?? until, present);
  const start = since === undefined ? everything.since : await parseInstant("--since", since, present);
  const end = until === undefined ? everything.until : await parseEnd(until, { since, start }, present);
  if (start < end) return { since: start, until: end };
  throw new UsageError("--since must be before --until", { hint: "for all of a day or a month, --on" });
}

/** All of a day, week, month or year. */
async function parseSpan(text: string, other: string | undefined, present: Present): Promise<Window> {
  if (other !== undefined) {
    throw new UsageError("--on can't be used with --since or --until", {
      hint: "use --on alone, or --since and --until",
    });
  }
  const { openCalendar, readSpan } = await import("./calendar.ts");
  const span = readSpan(tidy(text), await openCalendar(present));
  // The clocks of some zones have skipped a day.
  if (span !== undefined && isShown(span.since) && span.since < span.until) return span;
  throw new UsageError(`--on ${text}: not a day, week, month or year`, {
    hint: "use a day (2026-01-31, yesterday, tuesday), a week (this week, last week), a month (2026-01, october, last month) or a year (2026, last year); for other windows, --since and --until",
  });
}

const clockAlone = /^\d{1,2}(?::\d\d){0,2} ?(?:[ap]m)?$/;
const hasClock = /\d:\d\d|\d ?[ap]m$/;

interface Start {
  readonly since: string | undefined;
  readonly start: number;
}

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
async function parseInstant(flag: string, text: string, present: Present): Promise<number> {
  const words = tidy(text);
  const instant =
    readDuration(words, present.now) ?? readWithZone(words) ?? (await readOnCalendar(words, present));
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

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

/** Milliseconds of the units that are always equally long; the calendar decides how long months and years are. */
const lengths: ReadonlyMap<string, number> = new Map([
  ...["m", "min", "minute"].map((unit) => [unit, minute] as const),
  ...["h", "hour"].map((unit) => [unit, hour] as const),
  ...["d", "day"].map((unit) => [unit, day] as const),
  ...["w", "week"].map((unit) => [unit, 7 * day] as const),
]);

/** So long before now. */
function readDuration(words: string, now: number): number | undefined {
  const [, count, unit = ""] = /^(\d{1,9}(?:\.\d{1,3})?) ?([a-z]+)$/.exec(words) ?? [];
  const length = lengths.get(unit) ?? lengths.get(unit.replace(/(?<=..)s$/, ""));
  return length === undefined ? undefined : now - Math.round(Number(count) * length);
}

/** A date and a time of day with a zone of their own. */
function readWithZone(words: string): number | undefined {
  return /^[-\d]{10}[t ]\d\d:[.:\d]+(?:z|[+-]\d\d:\d\d)$/.test(words) ? readTime(words) : undefined;
}

/** What only a calendar and the clocks of the zone can tell; nothing else loads them. */
async function readOnCalendar(words: string, present: Present): Promise<number | undefined> {
  const { openCalendar, readMonthsBefore, readSpan, readTimeOfDay } = await import("./calendar.ts");
  const now = await openCalendar(present);
  return readMonthsBefore(words, now) ?? readSpan(words, now)?.since ?? readTimeOfDay(words, now);
}
