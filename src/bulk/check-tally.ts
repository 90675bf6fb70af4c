import { PartialError } from "../errors.ts";
import { shareText } from "./share-text.ts";
import type { Tally } from "./tally.ts";

export interface Expectation {
  /** Items of this run. */
  readonly total: number;
  /** Results with which an item needs nothing more. */
  readonly good: readonly string[];
  /** What they are: `merchant accounts`. */
  readonly items: string;
  /** What the rest was: `not created`. */
  readonly otherwise: string;
  readonly hint?: string | undefined;
  /** Failures that are named; ten unless given, for the rows tell of all. */
  readonly mostFailures?: number;
}

/** Throws where not everything was done: PartialError, or what stopped the run before anything was. */
export function checkTally(tally: Tally, expected: Expectation): void {
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
