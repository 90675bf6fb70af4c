import { type Advice, CallError, type FieldProblem, PartialError, type PayctlError } from "../../errors.ts";
import { grouped } from "../../values/text.ts";
import type { Places } from "../read-input-file.ts";
import type { ResultRow } from "./result-row.ts";

/** Items that failed for the same reason. */
interface Failure {
  readonly ids: string[];
  /** In the words of the first of them. */
  readonly message: string;
}

/** The outcome of a run so far. */
export interface BulkTally {
  /** Rows by their result. */
  readonly counts: Map<string, number>;
  /** Items whose work succeeded, including those found to need none. */
  done: number;
  /** What failed, by its reason. */
  readonly failures: Map<string, Failure>;
  /** Answers lost one after another, with none received in between. */
  lostInARow: number;
  /** What makes it pointless to continue. */
  fatal?: PayctlError;
}

export function createTally(): BulkTally {
  return { counts: new Map(), done: 0, failures: new Map(), lostInARow: 0 };
}

export function countRows({ counts }: BulkTally, rows: readonly ResultRow[]): void {
  for (const { result } of rows) counts.set(result, (counts.get(result) ?? 0) + 1);
}

/** Adds what failed; items with the same error share an entry, which names the first one's request. */
export function addFailures({ failures }: BulkTally, rows: readonly ResultRow[], cause?: PayctlError): void {
  // It tells apart what is otherwise the same.
  const requestId = cause instanceof CallError ? cause.call.requestId : undefined;
  for (const { id, error } of rows) {
    const message = error ?? "";
    const reason = requestId === undefined ? message : message.replace(requestId, "");
    const failure = failures.get(reason);
    if (failure === undefined) failures.set(reason, { ids: [id], message });
    else failure.ids.push(id);
  }
}

/** What failed, a line for each reason, marked where its first item stands in a file. */
export function failureProblems({ failures }: BulkTally, places?: Places): readonly FieldProblem[] {
  return [...failures.values()].map(({ ids, message }) => {
    return { field: listed(ids), message, ...places?.get(ids[0] ?? "") };
  });
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
  readonly hint?: Advice | undefined;
  /** The number of failures listed; ten by default, because the rows show all of them. */
  readonly mostFailures?: number;
  /** Where the items stand in a file, so that annotations can mark them. */
  readonly places?: Places | undefined;
}

/** Throws unless everything was done: PartialError, or whatever stopped the run before anything was done. */
export function checkTally(tally: BulkTally, expected: Expectation): void {
  const { total, good, items, otherwise, hint, mostFailures = 10, places } = expected;
  const { counts, fatal } = tally;
  if (fatal !== undefined && tally.done === 0) throw fatal;
  const reasons = failureProblems(tally, places);
  const shown = reasons.slice(0, mostFailures);
  const cut = shown.length < reasons.length ? `; these are the first ${mostFailures} failures` : "";
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
