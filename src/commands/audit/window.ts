import type { Context } from "../../context.ts";
import { type FlagValues, textFlag } from "../../terminal/flags.ts";
import type { ListPage } from "../../terminal/output.ts";
import type { Zone } from "../../values/zone.ts";
import type { Window } from "./calendar.ts";
import { timeOf, undatedCount } from "./entry.ts";
import { type AuditFilter, noteNamesakes } from "./filters.ts";
import type { Match } from "./match.ts";

/** The flags of every command with a time window. */
export const windowFlags = {
  since: textFlag("entries at or after this time", { placeholder: "TIME" }),
  until: textFlag("entries before this time", { placeholder: "TIME" }),
  on: textFlag("all of this day, week, month or year", { placeholder: "WINDOW" }),
} as const;

export type WindowValues = FlagValues<typeof windowFlags>;
type Pages = AsyncIterable<ListPage>;

/** What the help of each command that takes a time says about it. */
export const aboutTimes = [
  "A time is RFC 3339, a date or a time without zone (2026-01-31, 2026-01-31 14:00), a day (today, yesterday, tuesday,",
  "last tuesday), with a time of day or without (monday 9:30), a time of day alone (14:00, 2pm: the latest",
  "that has passed, so yesterday's before that time of day), a week, month or year (last week, october, 2026-01, this year: its start), or a duration before now (90m, 24h, 7d, 2w,",
  "3 months, 1y). Tuesday and october are the latest that have begun; last tuesday and last october are not the present one.",
  "Weeks begin on Monday. Days and times without zone are in --tz, which is UTC unless set.",
].join(" ");

/** What the help of each command with a time window says about times. */
export const aboutWindow = [
  aboutTimes,
  "A window includes its start, not its end. After a --since with a time of day, a time of day in --until is the next one.",
].join(" ");

const everything: Window = { since: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };

/** Whether a window was asked for. */
export function hasWindow({ since, until, on }: WindowValues): boolean {
  return [since, until, on].some((text) => text !== undefined);
}

/** The requested window, fixed now. */
export async function openWindow(context: Context, flags: WindowValues): Promise<Window> {
  if (!hasWindow(flags)) return everything;
  const { host, output } = context;
  const { parseWindow } = await import("./times.ts");
  const now = host.now();
  const window = await parseWindow(flags, { now, zone: await zoneOf(context) });
  await noteUnits(context, [flags.since, flags.until]);
  // The service's clock may differ, so this is not an error.
  if (window.since > now)
    await output.note(
      `${flags.on === undefined ? "--since" : "--on"} ${flags.on ?? flags.since} is in the future`,
    );
  return window;
}

/** Says what was taken for a unit that could be another. */
export async function noteUnits({ output }: Context, texts: readonly (string | undefined)[]): Promise<void> {
  const { unitNotes } = await import("./times.ts");
  for (const note of unitNotes(texts)) await output.note(note);
}

/** The instant that a flag gives, in milliseconds since the epoch. */
export async function readInstant(context: Context, flag: string, text: string): Promise<number> {
  const { parseInstant } = await import("./times.ts");
  return parseInstant(flag, text, { now: context.host.now(), zone: await zoneOf(context) });
}

async function zoneOf(context: Context): Promise<Zone> {
  const { openZone } = await import("../../values/zone.ts");
  return (await context.zone()) ?? openZone("UTC");
}

/** What distinguishes one window from others; the words for days mean different ones in other zones. */
export async function windowIdentity(context: Context, flags: WindowValues): Promise<unknown> {
  if (!hasWindow(flags)) return {};
  const { since, until, on } = flags;
  return { since, until, on, zone: (await context.zone())?.name };
}

/** Narrows a list to a window and by what is compared here. */
export function narrowTo(context: Context, window: Window, filter: AuditFilter): (pages: Pages) => Pages {
  const { match } = filter;
  return async function* narrow(pages) {
    // Without a filter of ours, nearly everything read is shown.
    const progress = match && context.output.progress({ done: "read" });
    let undated = 0;
    try {
      for await (const page of within(pages, window, match)) {
        undated += page.undated;
        await progress?.advance(page.read);
        yield page;
      }
    } finally {
      await progress?.end();
      await noteNamesakes(context, filter);
      if (undated > 0) await context.output.note(`${undatedCount(undated)}: not shown`);
    }
  };
}

/** The part of a page that was selected. */
interface WindowPage extends ListPage {
  /** How many entries it had. */
  readonly read: number;
  /** How many entries were left out because their time can't be read. */
  readonly undated: number;
}

/** The entries of a window that a filter keeps; a window that is open at both ends holds those without a readable time, too. */
export async function* within(
  pages: Pages,
  { since, until }: Window,
  match?: Match,
): AsyncGenerator<WindowPage> {
  const window = { since, until };
  for await (const page of readBack(pages, since)) {
    const kept = match === undefined ? page.items : page.items.filter(match.keeps);
    const times = isEverything(window) ? [] : kept.map(timeOf);
    const items = kept.filter((_, index) => isWithin(times[index], window));
    match?.see(items);
    yield { ...page, items, read: page.items.length, undated: times.filter(Number.isNaN).length };
  }
}

function isEverything({ since, until }: Window): boolean {
  return since === Number.NEGATIVE_INFINITY && until === Number.POSITIVE_INFINITY;
}

/** Whether a window has a time; an unreadable one is in the window of everything alone. */
function isWithin(time = Number.NaN, window: Window): boolean {
  return isEverything(window) || (time >= window.since && time < window.until);
}

/**
 * The pages of a list as far back as a time. The service can't filter by time, so they are read until the order seen,
 * newest first, shows that nothing from then on can follow.
 */
export async function* readBack(pages: Pages, since: number): AsyncGenerator<ListPage> {
  const order = watchOrder();
  for await (const page of pages) {
    for (const item of page.items) order.see(timeOf(item));
    const isLast = order.isDescending() && order.latest() < since;
    yield isLast ? { ...page, nextCursor: null } : page;
    if (isLast) return;
  }
}

/** Whether times went down at least once and never up; an unreadable one is skipped. */
function watchOrder() {
  let latest = Number.NaN;
  let hasFallen = false;
  let hasRisen = false;
  return {
    see(time: number): void {
      if (time < latest) hasFallen = true;
      if (time > latest) hasRisen = true;
      if (!Number.isNaN(time)) latest = time;
    },
    isDescending: () => hasFallen && !hasRisen,
    latest: () => latest,
  };
}
