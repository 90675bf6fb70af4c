import type { FaultRule } from "../../contract/control/schemas/faults.ts";
import { UsageError } from "../../errors.ts";
import { checkFaults } from "./check-faults.ts";
import { parseFault } from "./rule-text.ts";

/** What a rule is called in an error: its flag, or the argument in the help of a verb. */
type RuleName = "--fault" | "RULE";

const hints: Readonly<Record<RuleName, string>> = {
  "--fault": "as in --fault 'GET /buyers 503 x2' or --fault 'POST /merchant-accounts reset x1 after'",
  RULE: "as in 'GET /buyers 503 x2' or 'POST /merchant-accounts reset x1 after'",
};

/** Parses rules as written on a command line; the first wrong one is a UsageError that names it. */
export function parseFaults(texts: readonly string[], name: RuleName = "--fault"): readonly FaultRule[] {
  const refused = (text: string, reason: string) =>
    new UsageError(`${name} '${text}': ${reason}`, { hint: hints[name] });
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
