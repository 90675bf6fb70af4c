import { isRefused, reasonOf } from "../../contract/control/reason.ts";
import type { JournalEntry } from "../../contract/control/schemas/requests.ts";
import { mask } from "../../values/mask.ts";
import type { View } from "./address.ts";

// The module of the operations, which has it too, would take the schemas of all of them into the browser.
export const accountHeader = "x-service-merchant-account-id";

/** As many as the server's journal keeps. */
const mostEntries = 1000;

/** Puts the newest entries of the journal in front of those seen before, each once. */
export function withNew(
  seen: readonly JournalEntry[],
  entries: readonly JournalEntry[],
): readonly JournalEntry[] {
  const known = new Set(seen.map(requestKey));
  const fresh = entries.filter((entry) => !known.has(requestKey(entry)));
  return fresh.length === 0 ? seen : [...fresh, ...seen].slice(0, mostEntries);
}

/** Also tells entries of two runs of a deterministic server apart, which have the same ids. */
export function requestKey({ id, path, time }: JournalEntry): string {
  return `${id ?? path} ${time}`;
}

/** The path with the query, for people: nothing in it is percent-encoded that need not be. */
export function targetOf({ path, query }: Pick<JournalEntry, "path" | "query">): string {
  const parameters = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  return parameters.length === 0 ? path : `${path}?${parameters.join("&")}`;
}

/** The merchant account that it was sent for, unless the journal masks it. */
export function sentAccount({ headers }: Pick<JournalEntry, "headers">): string | undefined {
  const account = headers[accountHeader];
  return account === mask ? undefined : account;
}

/** Which requests a view shows. */
export function matching(
  entries: readonly JournalEntry[],
  { operation = "", search = "", status = "" }: View["filters"],
): readonly JournalEntry[] {
  return entries.filter(
    (entry) =>
      (operation === "" || entry.operation === operation) &&
      (status === "" || hasStatus(entry, status)) &&
      (search === "" || hasWords(wordsOf(entry), search)),
  );
}

function hasStatus(entry: JournalEntry, wanted: string): boolean {
  if (wanted === "refused") return isRefused(entry);
  const status = String(entry.status);
  return /^\dxx$/.test(wanted) ? status.length === 3 && status[0] === wanted[0] : status === wanted;
}

function wordsOf(entry: JournalEntry): string {
  const { failure, id, method, near, operation, status } = entry;
  const problems = failure?.problems.map(({ message, pointer }) => `${pointer} ${message}`) ?? [];
  const words = [reasonOf(entry)?.sentence, failure?.message, failure?.reason, ...problems, near?.message];
  return [method, targetOf(entry), sentAccount(entry), operation, status, id, ...words].join(" ");
}

/** Whether a text has all the words of a search, in any order and case. */
export function hasWords(text: string, search: string): boolean {
  const lower = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}
