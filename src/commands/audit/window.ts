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

/** Where times are explained. */
export const aboutTimes = "How times are written: payctl audit --help";

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
