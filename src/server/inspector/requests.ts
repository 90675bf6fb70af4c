import { reasonOf } from "../../contract/control/reason.ts";
import { mask } from "../../values/mask.ts";
import { type Filters, finding } from "./address.ts";
import type { JournalItem } from "./control-client.ts";

/** A request that the page has seen; it stays when the journal has forgotten it. */
export interface Seen {
  readonly entry: JournalItem;
  /** Distinguishes it from all others, including those of an earlier run of a deterministic server. */
  readonly key: string;
  /** What its line says besides the time: neighbours that say the same are shown as one. */
  readonly line: string;
}

export const accountHeader = "x-service-merchant-account-id";

/** Beyond this many the oldest are dropped. */
const mostSeen = 20_000;

/** Puts the newest entries of the journal in front of those seen before, each once. */
export function withNew(seen: readonly Seen[], entries: readonly JournalItem[]): readonly Seen[] {
  const known = new Set(seen.slice(0, 2000).map(({ key }) => key));
  const fresh = entries
    .map((entry) => ({ entry, key: keyOf(entry), line: lineOf(entry) }))
    .filter(({ key }) => !known.has(key));
  return fresh.length === 0 ? seen : [...fresh, ...seen].slice(0, mostSeen);
}

function keyOf({ id, path, time }: JournalItem): string {
  return `${id ?? path} ${time}`;
}

function lineOf(entry: JournalItem): string {
  const { fault, method, status } = entry;
  return JSON.stringify([
    method,
    targetOf(entry),
    sentAccount(entry),
    status,
    fault,
    unreadOf(entry),
    reasonOf(entry),
  ]);
}

/** A line of the list: one request, or neighbours that say the same, by the newest of them. */
export interface Line {
  readonly seen: Seen;
  /** By the oldest, so that a line which grows stays the same one. */
  readonly key: string;
  /** More than one only at the head of such neighbours. */
  readonly count: number;
  readonly isExpanded: boolean;
  /** Whether it is one of those of an expanded line. */
  readonly isPart: boolean;
  has(id: string | null): boolean;
}

/** The lines for requests, the newest first; those of an expanded one follow it. */
export function linesOf(shown: readonly Seen[], expanded: ReadonlySet<string>): readonly Line[] {
  const lines: Line[] = [];
  for (let start = 0, end = 0; start < shown.length; start = end) {
    while (shown[end]?.line === shown[start]?.line) end += 1;
    const alike = shown.slice(start, end);
    const [seen] = alike;
    const key = alike.at(-1)?.key ?? "";
    if (seen === undefined) break;
    const isExpanded = alike.length > 1 && expanded.has(key);
    const has = (id: string | null) => !isExpanded && alike.some(({ entry }) => entry.id === id);
    lines.push({ seen, key, count: alike.length, isExpanded, isPart: false, has });
    for (const one of isExpanded ? alike : []) {
      const isOne = (id: string | null) => one.entry.id === id;
      lines.push({
        ...{ seen: one, key: `one of ${one.key}`, count: 1 },
        ...{ isExpanded: false, isPart: true, has: isOne },
      });
    }
  }
  return lines;
}

/** Whether the server refused, for whatever reason. */
export function isRefused({ status }: JournalItem): boolean {
  return typeof status === "string" || status >= 400;
}

/** The path with the query, for people: nothing in it is percent-encoded that need not be. */
export function targetOf({ path, query }: Pick<JournalItem, "path" | "query">): string {
  const parameters = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  return parameters.length === 0 ? path : `${path}?${parameters.join("&")}`;
}

/** The merchant account that it was sent for, unless the journal masks it. */
export function sentAccount({ headers }: Pick<JournalItem, "headers">): string | undefined {
  const account = headers[accountHeader];
  return account === mask ? undefined : account;
}

/** What nothing reads of a request that was carried out; the reason of a refused one already says so. */
export function unreadOf(entry: JournalItem): readonly string[] {
  if (isRefused(entry)) return [];
  return [...(entry.unread_fields ?? []), ...(entry.unread_query ?? [])].map(({ name }) => name);
}

/** Which requests a view shows. */
export function matching(seen: readonly Seen[], filters: Filters): readonly Seen[] {
  const { fault = "", operation = "", search = "", status = "" } = filters;
  if (`${fault}${operation}${status}${search.trim()}` === "") return seen;
  const isFound = finding(search);
  return seen.filter(({ entry }) => {
    if (operation !== "" && entry.operation !== operation) return false;
    if (fault !== "" && String(entry.fault) !== fault) return false;
    if (status !== "" && !hasStatus(entry, status)) return false;
    return search === "" || isFound(searched(entry));
  });
}

function hasStatus(entry: JournalItem, wanted: string): boolean {
  if (wanted === "refused") return isRefused(entry);
  const status = String(entry.status);
  return /^\dxx$/.test(wanted) ? status.length === 3 && status[0] === wanted[0] : status === wanted;
}

function searched(entry: JournalItem): string {
  const { failure, id, method, near, operation, status } = entry;
  const problems = failure?.problems.map(({ message, pointer }) => `${pointer} ${message}`) ?? [];
  const words = [reasonOf(entry)?.sentence, failure?.message, failure?.reason, ...problems, near?.message];
  return [method, targetOf(entry), sentAccount(entry), operation, status, id, ...words].join(" ");
}

/** `body /items/0/id`, or the parameter's name */
export function placeOf({
  location,
  pointer,
}: {
  readonly location: string;
  readonly pointer: string;
}): string {
  return pointer === "" ? location : `${location} ${pointer}`;
}
