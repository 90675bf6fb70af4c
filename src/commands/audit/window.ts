import type { Context } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { type FlagValues, textFlag } from "../../terminal/flags.ts";
import type { ListPage } from "../../terminal/output.ts";
import { parseDuration } from "../../values/duration.ts";
import { timeOf } from "./entry.ts";

/** The flags of every command with a time window. */
export const windowFlags = {
  since: textFlag("entries at or after this time", { placeholder: "TIME" }),
  until: textFlag("entries before this time", { placeholder: "TIME" }),
} as const;

type WindowValues = FlagValues<typeof windowFlags>;
type Pages = AsyncIterable<ListPage>;

/** A span of time in milliseconds since the epoch, its start included, its end not. */
export interface Window {
  readonly since: number;
  readonly until: number;
}

/** The requested window, fixed now. */
export async function openWindow({ host, output }: Context, flags: WindowValues): Promise<Window> {
  const now = host.now();
  const window = parseWindow(flags, now);
  // The service's clock may differ, so this is not an error.
  if (window.since > now) await output.note(`--since ${flags.since} is in the future`);
  return window;
}

/** The filter for the window that was asked for; undefined when none was. */
export async function narrowToWindow(
  context: Context,
  flags: WindowValues,
): Promise<((pages: Pages) => Pages) | undefined> {
  if (flags.since === undefined && flags.until === undefined) return undefined;
  const window = await openWindow(context, flags);
  return (pages) => within(pages, window);
}

/**
 * The entries of a window. The service filters by no time, so pages are read until the order seen, newest first,
 * shows that nothing of the window can follow.
 */
export async function* within(pages: AsyncIterable<ListPage>, window: Window): AsyncGenerator<ListPage> {
  const order = watchOrder();
  for await (const page of pages) {
    const times = page.items.map(timeOf);
    for (const time of times) order.see(time);
    const items = page.items.filter((_, index) => isInside(times[index], window));
    const isLast = page.nextCursor == null || (order.isDescending() && order.latest() < window.since);
    yield { items, limit: page.limit, nextCursor: isLast ? null : page.nextCursor };
    if (isLast) return;
  }
}

function isInside(time: number | undefined, window: Window): boolean {
  return time !== undefined && time >= window.since && time < window.until;
}

/** Whether times went down at least once and never up; anything that is not a time proves nothing. */
function watchOrder() {
  let latest = Number.NaN;
  let hasFallen = false;
  let hasRisen = false;
  return {
    see(time: number): void {
      if (Number.isNaN(time)) hasRisen = true;
      if (time < latest) hasFallen = true;
      if (time > latest) hasRisen = true;
      latest = time;
    },
    isDescending: () => hasFallen && !hasRisen,
    latest: () => latest,
  };
}

/** The window that two texts name; durations count back from `now`, a date is its midnight in UTC. */
export function parseWindow(texts: WindowValues, now: number): Window {
  const [since, until] = [
    texts.since === undefined ? Number.NEGATIVE_INFINITY : parseInstant("--since", texts.since, now),
    texts.until === undefined ? Number.POSITIVE_INFINITY : parseInstant("--until", texts.until, now),
  ];
  if (since < until) return { since, until };
  throw new UsageError("--since must be before --until");
}

const day = /^\d{4}-\d{2}-\d{2}$/;
const instant = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}:\d{2})(\.\d+)?(Z|z|[+-]\d{2}:\d{2})$/;

/** Milliseconds since the epoch of a time, or of a duration ago. */
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
      hint: "use RFC 3339 (2026-01-31T12:00:00Z), a date (2026-01-31), or a duration before now (90m, 24h, 7d)",
    });
  }
}

/** JavaScript reads February 30th as March 2nd. */
function isOnCalendar(text: string): boolean {
  const [year = 0, month = 0, date = 0] = text.slice(0, 10).split("-").map(Number);
  return new Date(Date.UTC(year, month - 1, date)).getUTCDate() === date;
}
