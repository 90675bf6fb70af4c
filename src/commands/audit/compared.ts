import type { Context } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { openZone, startOfDay, wallTimeIn } from "../../values/zone.ts";
import type { Present } from "./calendar.ts";
import { parseEnd, parseInstant, parseSpan, type Window } from "./instant.ts";
import { noteUnits } from "./window.ts";

/** The window that a summary is compared with. */
export async function openCompared(context: Context, text: string, window: Window): Promise<Window> {
  const present = { now: context.host.now(), zone: (await context.zone()) ?? openZone("UTC") };
  if (text === "previous") {
    if (Number.isFinite(window.since)) return previousOf(window, present);
    throw new UsageError("--compare previous needs a window with a start", { hint: "add --since 7d" });
  }
  const [since = "", until, ...more] = text.split("..");
  const flag = "--compare";
  if (until === undefined) return parseSpan(text, { flag, others: "previous, or TIME..TIME" }, present);
  if (since === "" || until === "" || more.length > 0) {
    throw new UsageError(`--compare ${text}: must be two times with .. between them`, {
      hint: "--compare 2026-01-01..2026-02-01",
    });
  }
  const start = parseInstant(flag, since, present);
  const end = parseEnd(until, { flag, since, start }, present);
  await noteUnits(context, [since, until]);
  if (start < end) return { since: start, until: end };
  throw new UsageError(`--compare ${text}: the first time must be before the second`);
}

const dayLength = 86_400_000;

/** As many months before a window of whole months, as many days before one of whole days, else as long before it. */
function previousOf({ since, until }: Window, { now, zone }: Present): Window {
  const end = Number.isFinite(until) ? until : now;
  const [first, last] = [since, end].map((instant) => wallTimeIn(zone, instant));
  if (first === undefined || last === undefined || first % dayLength !== 0 || last % dayLength !== 0) {
    return { since: since - (end - since), until: since };
  }
  const [from, to] = [new Date(first), new Date(last)];
  const isMonths = from.getUTCDate() === 1 && to.getUTCDate() === 1;
  const start = isMonths
    ? Date.UTC(2 * from.getUTCFullYear() - to.getUTCFullYear(), 2 * from.getUTCMonth() - to.getUTCMonth())
    : first - (last - first);
  return { since: startOfDay(zone, start), until: since };
}
