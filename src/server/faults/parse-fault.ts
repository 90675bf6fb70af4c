import { UsageError } from "../../errors.ts";
import { checkFaults } from "./check-faults.ts";
import type { FaultRule } from "./fault-rule.ts";
import { parseFault } from "./rule-text.ts";

/** Parses rules as written on a command line; the first wrong one is a UsageError that names it. */
export function parseFaults(texts: readonly string[]): readonly FaultRule[] {
  const rules = texts.map((text) => {
    try {
      return parseFault(text);
    } catch (error) {
      throw error instanceof UsageError ? refused(text, error.message) : error;
    }
  });
  const [problem] = checkFaults(rules);
  if (problem === undefined) return rules;
  throw refused(texts[problem.index] ?? "", `${problem.field} ${problem.message}`);
}

function refused(text: string, reason: string): UsageError {
  return new UsageError(`--fault '${text}': ${reason}`, {
    hint: "as in --fault 'GET /buyers 503 x2' or --fault 'POST /merchant-accounts reset x1 after'",
  });
}
