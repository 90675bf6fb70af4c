import type { FaultRule } from "../../contract/control/schemas/faults.ts";
import { transportWords } from "../../contract/control/words.ts";
import { UsageError } from "../../errors.ts";
import { checkFaults } from "./fault-rule.ts";

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

/** Parses a rule without checking its meaning; a UsageError says what can't be parsed. */
export function parseFault(text: string): FaultRule {
  const words = text.split(/\s+/).filter((word) => word !== "");
  const target = readTarget(words);
  const parts = words.slice(Object.keys(target).length).map((word) => {
    const part = parsePart(word);
    if (part === undefined) throw new UsageError(`${word} is not understood`);
    return part;
  });
  const names = parts.flatMap((part) => Object.keys(part));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new UsageError(`${twice} is given twice`);
  return Object.assign({}, target, ...parts);
}

function readTarget([first = "", second = ""]: readonly string[]): FaultRule {
  return /^[a-z]/.test(first)
    ? { operation: first as FaultRule["operation"] }
    : { method: first, path: second };
}

const parts: readonly (readonly [RegExp, (found: string) => FaultRule])[] = [
  [/^(\d{3})$/, (found) => ({ status: Number(found) })],
  [/^x(\d{1,6})$/, (found) => ({ times: Number(found) })],
  [/^(after)$/, () => ({ after: true })],
  [/^skip=(\d{1,6})$/, (found) => ({ skip: Number(found) })],
  [/^latency=(\d{1,5})(?:ms)?$/, (found) => ({ latency_ms: Number(found) })],
  [/^retry-after=(\d{1,5})$/, (found) => ({ retry_after: Number(found) })],
];

function parsePart(word: string): FaultRule | undefined {
  const transport = transportWords.find((known) => known === word);
  if (transport !== undefined) return { status: transport };
  for (const [pattern, make] of parts) {
    const found = pattern.exec(word)?.[1];
    if (found !== undefined) return make(found);
  }
  return undefined;
}
