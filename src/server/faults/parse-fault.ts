import type { FaultRule } from "../../contract/control/schemas/faults.ts";
import { UsageError } from "../../errors.ts";
import { checkFaults, type FaultProblem } from "./check-faults.ts";
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
  const parsed = texts.flatMap((text) => {
    try {
      return parseFault(text).map((rule) => ({ rule, text }));
    } catch (error) {
      throw error instanceof UsageError ? refused(text, error.message) : error;
    }
  });
  const rules = parsed.map(({ rule }) => rule);
  // The first rule that is added to those of a server may follow the last of these.
  const isLeft = ({ field, index }: FaultProblem) => name === "RULE" && index === 0 && field === "then";
  const problem = checkFaults(rules).find((found) => !isLeft(found));
  if (problem === undefined) return rules;
  throw refused(parsed[problem.index]?.text ?? "", `${problem.field} ${problem.message}`);
}

/** The text that each of the rules of some texts was written in. */
export function textsOfRules(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => parseFault(text).map(() => text));
}
