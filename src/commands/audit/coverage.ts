import type { Context } from "../../context.ts";
import { sourceText } from "../../credentials/settings.ts";
import { instantText } from "../../terminal/render/cell.ts";
import { flagName } from "../../terminal/words.ts";
import { shellWord } from "../../values/text.ts";
import type { Window } from "./calendar.ts";
import type { FilterValues } from "./filters.ts";

/** Which entries were asked for. */
interface AuditRequest {
  readonly window: Window;
  readonly flags: FilterValues;
}

/** Says which window the rows are from or, if there are none, where they were looked for and what else to try. */
export async function noteCoverage(context: Context, request: AuditRequest, rows: number): Promise<void> {
  const { output } = context;
  const span = await windowText(context, request.window);
  if (rows > 0) return span === undefined ? undefined : output.note(`window: ${span}`);
  const filters = filterWords(context, request.flags);
  const where = [await accountText(context), ...(span === undefined ? [] : [span])].join(", ");
  await output.note(`looked in ${where}${filters === "" ? "" : `, for ${filters}`}`);
  const ways = [
    ...(span === undefined ? [] : ["no window"]),
    ...(filters === "" ? [] : ["fewer filters"]),
    "another merchant account (-m ID)",
  ];
  await output.note(`try ${ways.join(", ").replace(/, (?=[^,]*$)/, " or ")}`);
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
      return [value].flat().map((text) => `--${flagName(key)} ${shellWord(text)}`);
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
  const end = since <= now && until - 1 > now ? `now (${show(now)})` : show(until - 1);
  if (Number.isFinite(since)) return `${show(since)} to ${end}, ${name}`;
  return Number.isFinite(until) ? `up to ${end}, ${name}` : undefined;
}

type Rows = readonly (readonly [name: string, value: string])[];

/** Service, account and window are named even if nothing was asked for, because a file outlives the command. */
export async function coverageRows(
  context: Context,
  request: AuditRequest,
  further: Rows = [],
): Promise<Rows> {
  const { baseUrl, merchantAccount } = await context.settings();
  const filters = filterWords(context, request.flags);
  return [
    ["Service", baseUrl?.value ?? "not known"],
    ["Merchant account", merchantAccount?.value ?? "the service's default (none is set)"],
    ["Window", (await windowText(context, request.window)) ?? "all that the service has"],
    ...further,
    ["Filters", filters === "" ? "none" : filters],
    ["Created", instantText(context.host.now(), "people", await context.shownZone())],
  ];
}
