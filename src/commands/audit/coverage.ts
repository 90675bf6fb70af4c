import type { Context } from "../../context.ts";
import { sourceText } from "../../credentials/settings.ts";
import { instantText } from "../../terminal/render/cell.ts";
import { flagName } from "../../terminal/words.ts";
import { shellWord } from "../../values/text.ts";
import type { Window } from "./calendar.ts";
import type { FilterValues } from "./filters.ts";

/** What was asked for. */
export interface Request {
  readonly window: Window;
  readonly flags: FilterValues;
}

/** Says which window the rows are from or, if there are none, where they were looked for. */
export async function noteCoverage(context: Context, request: Request, rows: number): Promise<void> {
  if (rows === 0) return noteNothingFound(context, request);
  const span = await windowText(context, request.window);
  if (span !== undefined) await context.output.note(`window: ${span}`);
}

/** Says where nothing was found, and where else something might be. */
async function noteNothingFound(context: Context, { flags, window }: Request): Promise<void> {
  const span = await windowText(context, window);
  const filters = filterWords(context, flags);
  const where = [await accountText(context), ...(span === undefined ? [] : [span])].join(", ");
  await context.output.note(`looked in ${where}${filters === "" ? "" : `, for ${filters}`}`);
  const ways = [
    ...(span === undefined ? [] : ["a longer window"]),
    ...(filters === "" ? [] : ["fewer filters"]),
    "another merchant account: -m ID",
  ];
  await context.output.note(`try ${ways.join(", ").replace(/, (?=[^,]*$)/, " or ")}`);
  // Tables end with the id of the entry, not with that of the resource.
  const id = flags.resource?.find(mayBeginId);
  if (id !== undefined) {
    const account = accountWords(context.globals);
    await context.output.note({
      text: "for the entry with that id",
      command: `payctl audit show ${shellWord(id)}${account}`,
    });
  }
  await noteExternal(context, flags);
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
export async function windowText(context: Context, { since, until }: Window): Promise<string | undefined> {
  const now = context.host.now();
  const zone = await context.zone();
  const show = (instant: number): string => instantText(instant, "people", zone);
  const name = zone?.name ?? "UTC";
  if (since > now && !Number.isFinite(until)) return `from ${show(since)} on, ${name}`;
  // Nothing has happened yet after now.
  const end = since <= now && isAhead(until, now) ? `now (${show(now)})` : show(until - 1);
  if (Number.isFinite(since)) return `${show(since)} to ${end}, ${name}`;
  return Number.isFinite(until) ? `up to ${end}, ${name}` : undefined;
}

/** Whether the last instant before the end of a window is still to come. */
function isAhead(until: number, now: number): boolean {
  return until - 1 > now;
}

type Rows = readonly (readonly [name: string, value: string])[];

/** Service, account and window are named even if nothing was asked for, because a file outlives the command. */
export async function coverageRows(
  context: Context,
  { flags, window: { since, until } }: Request,
  further: Rows,
): Promise<Rows> {
  const now = context.host.now();
  const { baseUrl, merchantAccount } = await context.settings();
  const zone = await context.shownZone();
  const time = (instant: number): string => instantText(instant, "people", zone);
  return [
    ["Service", baseUrl?.value ?? "not known"],
    ["Merchant account", merchantAccount?.value ?? "the service's default (none is set)"],
    ["Since", Number.isFinite(since) ? time(since) : "the first entry that the service has"],
    ["Until", isAhead(until, now) ? "when this was created" : time(until)],
    ...further,
    ...filterRows(flags),
    ["Created", time(now)],
  ];
}

function filterRows({ action, notAction, resource, resourceType, staff, user }: FilterValues): Rows {
  const staffOnly = staff === undefined ? undefined : [staff ? "yes" : "no"];
  const given = {
    ...{ action, "action other than": notAction, user, staff: staffOnly },
    ...{ "resource type": resourceType, resource },
  };
  return Object.entries(given).flatMap(([name, values]) =>
    values === undefined ? [] : [[`Only ${name}`, values.join(", ")] as const],
  );
}
