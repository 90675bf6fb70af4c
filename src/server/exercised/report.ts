import { allOperations } from "../../contract/operations.ts";
import { knownOutcomes } from "../../contract/outcomes.ts";
import type { OutcomeCounts } from "./exercised.ts";

/** What was met of an operation, and what never was. */
export interface ExercisedOperation {
  readonly operation: string;
  /** How often each outcome was met, those that the contract knows first and in its order. */
  readonly met: Readonly<Record<string, number>>;
  /** The outcomes that the contract knows and nobody has met. */
  readonly never: readonly string[];
}

/** What a test suite has exercised of the API. */
export interface ExercisedReport {
  /** Each operation of the contract, in its order. */
  readonly operations: readonly ExercisedOperation[];
}

export function makeReport(tally: OutcomeCounts): ExercisedReport {
  const operations = allOperations.map((row) => {
    const counts = tally.get(row.name) ?? new Map<string, number>();
    const known = knownOutcomes(row);
    const further = [...counts.keys()].filter((outcome) => !known.includes(outcome)).toSorted();
    const met = [...known, ...further].flatMap((outcome) => {
      const count = counts.get(outcome);
      return count === undefined ? [] : [[`${outcome}`, count] as const];
    });
    return {
      operation: row.name,
      met: Object.fromEntries(met),
      never: known.filter((outcome) => !counts.has(outcome)),
    };
  });
  return { operations };
}
