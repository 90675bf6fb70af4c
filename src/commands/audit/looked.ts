import type { Context } from "../../context.ts";
import { sourceText } from "../../credentials/settings.ts";
import { instantText } from "../../terminal/render/cell.ts";
import { flagName } from "../../terminal/words.ts";
import { shellWord } from "../../values/text.ts";
import type { Zone } from "../../values/zone.ts";
import type { Window } from "./calendar.ts";
import type { AuditFilter, FilterValues } from "./filters.ts";

/** What a command looked at. */
interface Looked {
  readonly window: Window;
  readonly filter: AuditFilter;
  readonly flags: FilterValues;
}

/** Says which window the rows are from or, if there are none, where they were looked for. */
export async function tellLooked(context: Context, looked: Looked, rows: number): Promise<void> {
  if (rows === 0) return tellNothing(context, looked);
  const span = windowText(looked.window, context.host.now(), await context.zone());
  if (span !== undefined) await context.output.note(`window: ${span}`);
}

/** Says where nothing was found, and where else something might be. */
async function tellNothing(context: Context, looked: Looked): Promise<void> {
  const { window } = looked;
  const span = windowText(window, context.host.now(), await context.zone());
  const filters = filterWords(context, looked.flags);
  const place = await accountText(context);
  const where = [place, ...(span === undefined ? [] : [span])].join(", ");
  await context.output.note(`looked in ${where}${filters === "" ? "" : `, for ${filters}`}`);
  const ways = [
    ...(span === undefined ? [] : ["a longer window"]),
    ...(filters === "" ? [] : ["fewer filters"]),
    "another merchant account: -m ID",
  ];
  await context.output.note(`try ${ways.join(", ").replace(/, (?=[^,]*$)/, " or ")}`);
  // Tables end with the id of the entry, not with that of the resource.
  const id = looked.flags.resource?.find(mayBeginId);
  if (id !== undefined) {
    const account = accountWords(context.globals);
    await context.output.note(`for the entry with that id: payctl audit show ${shellWord(id)}${account}`);
  }
  await noteExternal(context, looked.flags);
}

function mayBeginId(text: string): boolean {
  return /^[0-9a-f]{8}(?:$|-)/i.test(text);
}

/** An audit log names a buyer by the service's own id, never by the one that a shop gave him. */
async function noteExternal({ globals, output }: Context, flags: FilterValues): Promise<void> {
  const { resource, resourceType = ["buyer"] } = flags;
  const text = resource?.find((text) => !/\s/.test(text) && /\d/.test(text) && !mayBeginId(text));
  if (text === undefined || !resourceType.includes("buyer")) return;
  const words = `payctl buyers list --external-identifier ${shellWord(text)}${accountWords(globals)}`;
  await output.note(
    `if ${text} is the external identifier of a buyer, --resource takes the id that this shows: ${words}`,
  );
}

/** What a further command needs to read the same audit logs: ` -m shop-oslo`. */
export function accountWords({ merchantAccount }: Context["globals"]): string {
  return merchantAccount === undefined ? "" : ` -m ${shellWord(merchantAccount)}`;
}

async function accountText({ settings }: Context): Promise<string> {
  const { merchantAccount } = await settings();
  if (merchantAccount === undefined) return "the service's default merchant account (none is set)";
  return `merchant account ${merchantAccount.value} (${sourceText(merchantAccount.source)})`;
}

/** The filters as they would be written. */
function filterWords({ globals }: Context, flags: FilterValues): string {
  const { action, notAction, user, staff, resourceType, resource } = flags;
  const given = { action, notAction, user, staff, resourceType, resource, query: globals.query };
  return Object.entries(given)
    .flatMap(([key, value]) => {
      if (value === undefined) return [];
      if (typeof value === "boolean") return [value ? `--${flagName(key)}` : `--no-${flagName(key)}`];
      const texts = typeof value === "string" ? [value] : value;
      return texts.map((text) => `--${flagName(key)} ${shellWord(text)}`);
    })
    .join(" ");
}

/**
 * The first and the last instant of a window, because `--until 2026-10-31` leaves that day out; undefined for all time.
 */
export function windowText(
  { since, until }: Window,
  now: number,
  zone: Zone | undefined,
): string | undefined {
  const show = (instant: number): string => instantText(instant, "people", zone);
  const name = zone?.name ?? "UTC";
  if (since > now && !Number.isFinite(until)) return `from ${show(since)} on, ${name}`;
  // Nothing has happened yet after now.
  const end = since <= now && isAhead(until, now) ? `now (${show(now)})` : show(until - 1);
  if (Number.isFinite(since)) return `${show(since)} to ${end}, ${name}`;
  return Number.isFinite(until) ? `up to ${end}, ${name}` : undefined;
}

/** Whether the last instant before the end of a window is still to come. */
export function isAhead(until: number, now: number): boolean {
  return until - 1 > now;
}
