import { UsageError } from "../errors.ts";
import { parseDuration } from "../values/duration.ts";

/** A span of time in milliseconds since the epoch, its start included, its end not. */
export interface Window {
  readonly since: number;
  readonly until: number;
}

interface WindowTexts {
  readonly since: string | undefined;
  readonly until: string | undefined;
}

/** The window that two texts name; durations count back from `now`, a date is its midnight in UTC. */
export function parseWindow(texts: WindowTexts, now: number): Window {
  const since =
    texts.since === undefined ? Number.NEGATIVE_INFINITY : parseInstant("--since", texts.since, now);
  const until =
    texts.until === undefined ? Number.POSITIVE_INFINITY : parseInstant("--until", texts.until, now);
  if (since < until) return { since, until };
  throw new UsageError("--since must be before --until");
}

const day = /^\d{4}-\d{2}-\d{2}$/;
const instant = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}:\d{2})(\.\d+)?(Z|z|[+-]\d{2}:\d{2})$/;

/** Milliseconds since the epoch of a time, or of one so long ago. */
export function parseInstant(flag: string, text: string, now: number): number {
  const [, date, time, fraction = "", zone] = instant.exec(text) ?? [];
  const value =
    date === undefined
      ? Date.parse(day.test(text) ? text : "")
      : Date.parse(`${date}T${time}${fraction}${zone}`);
  if (!Number.isNaN(value) && isOnCalendar(text)) return value;
  try {
    return now - parseDuration(text);
  } catch (cause) {
    throw new UsageError(`${flag} ${text}: not a time`, {
      cause,
      hint: "give RFC 3339 (2026-01-31T12:00:00Z), a date (2026-01-31), or a time back from now (90m, 24h, 7d)",
    });
  }
}

/** JavaScript reads February 30th as March 2nd. */
function isOnCalendar(text: string): boolean {
  const [year = 0, month = 0, date = 0] = text.slice(0, 10).split("-").map(Number);
  return new Date(Date.UTC(year, month - 1, date)).getUTCDate() === date;
}
