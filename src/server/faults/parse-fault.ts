import { transportWords } from "../../contract/outcomes.ts";
import { UsageError } from "../../errors.ts";
import { checkFaults } from "./check-faults.ts";
import type { FaultRule } from "./fault-rule.ts";

/** Reads rules as they stand on a command line; the first wrong one is a UsageError that names it. */
export function parseFaults(texts: readonly string[]): readonly FaultRule[] {
  const rules = texts.map(parseFault);
  const [problem] = checkFaults(rules);
  if (problem === undefined) return rules;
  throw refused(texts[problem.index] ?? "", `${problem.field} ${problem.message}`);
}

function parseFault(text: string): FaultRule {
  const [first = "", ...rest] = text.trim().split(/\s+/);
  const isOperation = /^[a-z]/.test(first);
  const target = isOperation ? { operation: first } : { method: first, path: rest[0] ?? "" };
  const parts = (isOperation ? rest : rest.slice(1)).map((word) => {
    const part = parsePart(word);
    if (part === undefined) throw refused(text, `${word} is not understood`);
    return part;
  });
  const names = parts.flatMap((part) => Object.keys(part));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw refused(text, `${twice} is given twice`);
  return Object.assign({}, target, ...parts);
}

const parts: readonly (readonly [RegExp, (found: string) => FaultRule])[] = [
  [/^(\d{3})$/, (found) => ({ status: Number(found) })],
  [/^x(\d{1,6})$/, (found) => ({ times: Number(found) })],
  [/^(after)$/, () => ({ after: true })],
  [/^every=(\d{1,6})$/, (found) => ({ every: Number(found) })],
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

function refused(text: string, reason: string): UsageError {
  return new UsageError(`--fault '${text}': ${reason}`, {
    hint: "as in --fault 'GET /buyers 503 x2' or --fault 'POST /merchant-accounts reset x1 after'",
  });
}
