import { type FieldProblem, PartialError, type PayctlError } from "../../errors.ts";
import { grouped } from "../../values/text.ts";
import type { ResultRow } from "./result-row.ts";

/** The outcome of a run so far. */
export interface BulkTally {
  /** Rows by their result. */
  readonly counts: Map<string, number>;
  /** Items whose work succeeded, including those found to need none. */
  done: number;
  /** What failed, and why; items of one failed request share an entry. */
  readonly failures: FieldProblem[];
  /** Answers lost one after another, with none received in between. */
  lostInARow: number;
  /** What makes it pointless to continue. */
  fatal?: PayctlError;
}

export function createTally(): BulkTally {
  return { counts: new Map(), done: 0, failures: [], lostInARow: 0 };
}

export function countRows({ counts }: BulkTally, rows: readonly ResultRow[]): void {
  for (const { result } of rows) counts.set(result, (counts.get(result) ?? 0) + 1);
}

/** Adds the failures of one piece of work; ids with the same error share an entry. */
export function addFailures({ failures }: BulkTally, rows: readonly ResultRow[]): void {
  const idsByError = new Map<string, string[]>();
  for (const { id, error } of rows) {
    const ids = idsByError.get(error ?? "");
    if (ids === undefined) idsByError.set(error ?? "", [id]);
    else ids.push(id);
  }
  for (const [message, ids] of idsByError) failures.push({ field: listed(ids), message });
}

/** More ids on one line would bury the message about them. */
const mostListed = 10;

function listed(ids: readonly string[]): string {
  return ids.length <= mostListed ? ids.join(", ") : `${ids[0]} and ${grouped(ids.length - 1)} more`;
}

/** `990 created, 5 failed`, each result in its own words. */
export function tallyText({ counts }: BulkTally, words: Readonly<Record<string, string>> = {}): string {
  return [...counts].map(([result, count]) => `${grouped(count)} ${words[result] ?? result}`).join(", ");
}

interface Expectation {
  /** Items of this run. */
  readonly total: number;
  /** Results after which an item needs no further work. */
  readonly good: readonly string[];
  /** `merchant accounts` */
  readonly items: string;
  /** `not created` */
  readonly otherwise: string;
  readonly hint?: string | undefined;
  /** The number of failures listed; ten by default, because the rows show all of them. */
  readonly mostFailures?: number;
}

/** Throws unless everything was done: PartialError, or whatever stopped the run before anything was done. */
export function checkTally(tally: BulkTally, expected: Expectation): void {
  const { total, good, items, otherwise, hint, mostFailures = 10 } = expected;
  const { counts, failures, fatal } = tally;
  if (fatal !== undefined && tally.done === 0) throw fatal;
  const shown = failures.slice(0, mostFailures);
  const cut = shown.length < failures.length ? `; these are the first ${mostFailures} failures` : "";
  const left = total - good.reduce((sum, result) => sum + (counts.get(result) ?? 0), 0);
  if (left === 0) return;
  const reason = fatal === undefined ? "" : `; stopped early, because ${fatal.message}`;
  const share = `${shareText(left, total, items)} ${left === 1 ? "was" : "were"}`;
  throw new PartialError(`${share} ${otherwise}${reason}${cut}`, { fields: shown, hint, cause: fatal });
}

/** How many of the items, whose plural ends in s: `2 of 3 key pairs`; `the key pair` if there is only one. */
export function shareText(part: number, total: number, items: string): string {
  return total === 1 ? `the ${items.slice(0, -1)}` : `${grouped(part)} of ${grouped(total)} ${items}`;
}
