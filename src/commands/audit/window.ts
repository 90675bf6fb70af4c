import type { Context } from "../../context.ts";
import { type FlagValues, textFlag } from "../../terminal/flags.ts";
import type { Zone } from "../../values/zone.ts";
import type { Window } from "./calendar.ts";

/** The flags of every command with a time window. */
export const windowFlags = {
  since: textFlag("entries at or after this time", { placeholder: "TIME" }),
  until: textFlag("entries before this time", { placeholder: "TIME" }),
  on: textFlag("all of this day, week, month or year", { placeholder: "WINDOW" }),
} as const;

export type WindowValues = FlagValues<typeof windowFlags>;

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
  return (since ?? until ?? on) !== undefined;
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
  const { unitNote } = await import("./times.ts");
  for (const text of texts) {
    const note = text && unitNote(text);
    if (note) await output.note(note);
  }
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
