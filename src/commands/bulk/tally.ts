import { type Advice, CallError, type FieldProblem, PartialError, type PayctlError } from "../../errors.ts";
import { grouped } from "../../values/text.ts";
import type { Places } from "../read-input-file.ts";
import type { ResultRow } from "./result-row.ts";

/** The outcome of a run so far. */
export interface BulkTally {
  /** Rows by their result. */
  readonly counts: Map<string, number>;
  /** Items whose work succeeded, including those found to need none. */
  done: number;
  /** What failed, by its reason, in the words of the first item. */
  readonly failures: Map<string, { readonly ids: string[]; readonly message: string }>;
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

/** Adds the rows with an error; items with the same one share an entry, which names the first one's request. */
export function addFailures({ failures }: BulkTally, rows: readonly ResultRow[], cause?: PayctlError): void {
  // Each request has its own id, which would keep equal errors apart.
  const requestId = cause instanceof CallError ? cause.call.requestId : undefined;
  for (const { id, error } of rows) {
    if (error === null) continue;
    const reason = requestId === undefined ? error : error.replace(requestId, "");
    const failure = failures.get(reason);
    if (failure === undefined) failures.set(reason, { ids: [id], message: error });
    else failure.ids.push(id);
  }
}

/** More ids on one line would bury the message about them. */
const mostListed = 10;

/** What failed, a line for each reason, marked where its first item stands in a file. */
export function failureProblems({ failures }: BulkTally, places?: Places): readonly FieldProblem[] {
  return [...failures.values()].map(({ ids, message }) => {
    const [first = ""] = ids;
    const field = ids.length <= mostListed ? ids.join(", ") : `${first} and ${grouped(ids.length - 1)} more`;
    return { field, message, ...places?.get(first) };
  });
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
  readonly noun: string;
  /** `not created` */
  readonly undone: string;
  readonly hint: Advice;
  /** The number of failures listed; ten by default, because the rows show all of them. */
  readonly mostFailures?: number;
  /** Where the items stand in a file, so that annotations can mark them. */
  readonly places?: Places;
}

/** Throws unless everything was done: PartialError, or whatever stopped the run before anything was done. */
export function checkTally(tally: BulkTally, expected: Expectation): void {
  const { total, good, noun, undone, hint, mostFailures = 10, places } = expected;
  const { counts, fatal } = tally;
  if (fatal !== undefined && tally.done === 0) throw fatal;
  const left = total - good.reduce((sum, result) => sum + (counts.get(result) ?? 0), 0);
  if (left === 0) return;
  const reasons = failureProblems(tally, places);
  const fields = reasons.slice(0, mostFailures);
  const cut = fields.length < reasons.length ? `; these are the first ${mostFailures} failures` : "";
  const share = `${shareText(left, total, noun)} ${left === 1 ? "was" : "were"}`;
  const message = `${share} ${undone}${stopText(tally)}${cut}`;
  throw new PartialError(message, { fields, hint, cause: fatal });
}

/** Why a run ended early; nothing if it did not. */
export function stopText({ fatal }: BulkTally): string {
  return fatal === undefined ? "" : `; stopped early, because ${fatal.message}`;
}

/** How many of the items, whose plural ends in s: `2 of 3 key pairs`; `the key pair` if there is only one. */
export function shareText(part: number, total: number, noun: string): string {
  return total === 1 ? `the ${noun.slice(0, -1)}` : `${grouped(part)} of ${grouped(total)} ${noun}`;
}
