import type { Filters } from "./address.ts";
import type { JournalItem } from "./control-client.ts";

/** A request that the page has seen; it stays when the journal has forgotten it. */
export interface Seen {
  readonly entry: JournalItem;
  /** Distinguishes it from all others, including those of an earlier run of a deterministic server. */
  readonly key: string;
  /** When it came, by this browser's clock. */
  readonly at: number;
}

/** Beyond this many the oldest are dropped. */
const mostSeen = 20_000;

/** Puts the newest entries of the journal in front of those seen before, each once. */
export function withNew(
  seen: readonly Seen[],
  entries: readonly JournalItem[],
  at: (entry: JournalItem) => number,
): readonly Seen[] {
  const known = new Set(seen.slice(0, 2000).map(({ key }) => key));
  const fresh = entries
    .map((entry) => ({ entry, key: keyOf(entry), at: at(entry) }))
    .filter(({ key }) => !known.has(key));
  return fresh.length === 0 ? seen : [...fresh, ...seen].slice(0, mostSeen);
}

function keyOf({ id, path, time }: JournalItem): string {
  return `${id ?? path} ${time}`;
}

/** Whether the server refused, for whatever reason. */
export function isRefused({ status }: JournalItem): boolean {
  return typeof status === "string" || status >= 400;
}

/** Which requests a view shows. */
export function matching(seen: readonly Seen[], filters: Filters): readonly Seen[] {
  const { fault = "", operation = "", search = "", status = "" } = filters;
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  if (`${fault}${operation}${status}` === "" && words.length === 0) return seen;
  return seen.filter(({ entry }) => {
    if (operation !== "" && entry.operation !== operation) return false;
    if (fault !== "" && String(entry.fault) !== fault) return false;
    if (status !== "" && !hasStatus(entry, status)) return false;
    if (words.length === 0) return true;
    const text = searched(entry);
    return words.every((word) => text.includes(word));
  });
}

function hasStatus(entry: JournalItem, wanted: string): boolean {
  if (wanted === "refused") return isRefused(entry);
  const status = String(entry.status);
  return /^\dxx$/.test(wanted) ? status.length === 3 && status[0] === wanted[0] : status === wanted;
}

function searched(entry: JournalItem): string {
  const { failure, id, method, near, operation, path, query, status } = entry;
  const problems = failure?.problems.map(({ message, pointer }) => `${pointer} ${message}`) ?? [];
  const queries = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  const words = [reasonOf(entry)?.sentence, failure?.message, failure?.reason, ...problems, near?.message];
  return [method, path, ...queries, operation, status, id, ...words].join(" ").toLowerCase();
}

/** Why a request was refused, as one sentence with its place. */
export interface Reason {
  /** What is wrong with which part; undefined for a problem of the whole. */
  readonly place: string | undefined;
  readonly sentence: string;
}

/** Undefined for a request that was answered as wanted. */
export function reasonOf({ failure, near, status }: JournalItem): Reason | undefined {
  if (typeof status === "string") return { place: undefined, sentence: failure?.message ?? status };
  if (status < 400) return undefined;
  const [first, ...more] = failure?.problems ?? [];
  if (first === undefined) return { place: undefined, sentence: near?.message ?? failure?.message ?? "" };
  const rest = more.length === 0 ? "" : ` (and ${more.length} more)`;
  return { place: first.pointer || first.location, sentence: `${first.message}${rest}` };
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
