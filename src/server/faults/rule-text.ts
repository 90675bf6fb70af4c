import type { FaultRule } from "../../contract/control/schemas/faults.ts";
import { transportWords } from "../../contract/outcomes.ts";
import { UsageError } from "../../errors.ts";

/** Parses a rule without checking its meaning; a UsageError says what can't be parsed. */
export function parseFault(text: string): FaultRule {
  const [first = "", ...rest] = text.trim().split(/\s+/);
  const isOperation = /^[a-z]/.test(first);
  const target = isOperation ? { operation: first } : { method: first, path: rest[0] ?? "" };
  const parts = (isOperation ? rest : rest.slice(1)).map((word) => {
    const part = parsePart(word);
    if (part === undefined) throw new UsageError(`${word} is not understood`);
    return part;
  });
  const names = parts.flatMap((part) => Object.keys(part));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new UsageError(`${twice} is given twice`);
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

/** A rule as written on a command line, and in JSON whatever can't be written there. */
export function writeFault(rule: FaultRule): string {
  const {
    after,
    details,
    every,
    latency_ms: latency,
    match,
    method,
    operation,
    path,
    resource_id: resource,
    retry_after: retry,
    skip,
  } = rule;
  const parts = [
    operation ?? `${method} ${path}`,
    rule.status,
    rule.times === undefined ? undefined : `x${rule.times}`,
    after ? "after" : undefined,
    every === undefined ? undefined : `every=${every}`,
    skip === undefined ? undefined : `skip=${skip}`,
    latency === undefined ? undefined : `latency=${latency}`,
    retry === undefined ? undefined : `retry-after=${retry}`,
    resource === undefined ? undefined : `resource_id ${JSON.stringify(resource)}`,
    details === undefined ? undefined : `details ${JSON.stringify(details)}`,
    match === undefined ? undefined : `match ${JSON.stringify(match)}`,
  ];
  return parts.filter((part) => part !== undefined).join(" ");
}
