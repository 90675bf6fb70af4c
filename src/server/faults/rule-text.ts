import type { FaultRule } from "../../contract/control/schemas/faults.ts";
import { transportWords } from "../../contract/outcomes.ts";
import { UsageError } from "../../errors.ts";

/**
 * Parses rules without checking their meaning; a UsageError says what can't be parsed. After `then` comes a rule that
 * follows the one before it, and is for the same requests unless it says for which.
 */
export function parseFault(text: string): readonly FaultRule[] {
  const [first = "", ...following] = ` ${text.trim()} `.split(/\sthen\s/).map((part) => part.trim());
  const rules = first === "" && following.length > 0 ? [] : [parseRule(first)];
  for (const part of following) rules.push({ ...parseRule(part, rules.at(-1)), then: true });
  return rules;
}

type Target = Pick<FaultRule, "method" | "operation" | "path">;

function parseRule(text: string, before?: Target): FaultRule {
  const words = text.split(/\s+/).filter((word) => word !== "");
  const [first = ""] = words;
  const isForSame = before !== undefined && (first === "" || parsePart(first) !== undefined);
  const target = isForSame ? targetOf(before) : readTarget(words);
  const parts = words.slice(isForSame ? 0 : Object.keys(target).length).map((word) => {
    const part = parsePart(word);
    if (part === undefined) throw new UsageError(`${word} is not understood`);
    return part;
  });
  const names = parts.flatMap((part) => Object.keys(part)).filter((name) => name !== "headers");
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new UsageError(`${twice} is given twice`);
  const headers = Object.assign({}, ...parts.map((part) => part.headers));
  const named = Object.keys(headers).length === 0 ? {} : { headers };
  return Object.assign({}, target, ...parts, named);
}

function readTarget([first = "", second = ""]: readonly string[]): Target {
  return /^[a-z]/.test(first)
    ? { operation: first as FaultRule["operation"] }
    : { method: first, path: second };
}

function targetOf({ method, operation, path }: Target): Target {
  return operation === undefined ? { method, path } : { operation };
}

const parts: readonly (readonly [RegExp, (found: string) => FaultRule])[] = [
  [/^(\d{3})$/, (found) => ({ status: Number(found) })],
  [/^x(\d{1,6})$/, (found) => ({ times: Number(found) })],
  [/^(after)$/, () => ({ after: true })],
  [/^every=(\d{1,6})$/, (found) => ({ every: Number(found) })],
  [/^skip=(\d{1,6})$/, (found) => ({ skip: Number(found) })],
  [/^latency=(\d{1,5})(?:ms)?$/, (found) => ({ latency_ms: Number(found) })],
  [/^retry-after=(\d{1,5})$/, (found) => ({ retry_after: Number(found) })],
  [/^resource-id=(.*)$/, (found) => ({ resource_id: found === "" ? null : found })],
  [/^header=([^:]+:.*)$/, (found) => ({ headers: headerOf(found) })],
];

function headerOf(text: string): Record<string, string> {
  const mark = text.indexOf(":");
  return { [text.slice(0, mark)]: text.slice(mark + 1) };
}

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
    headers = {},
    latency_ms: latency,
    match,
    method,
    operation,
    path,
    resource_id: resource,
    retry_after: retry,
    skip,
    then,
  } = rule;
  const parts = [
    then ? "then" : undefined,
    operation ?? `${method} ${path}`,
    rule.status,
    rule.times === undefined ? undefined : `x${rule.times}`,
    after ? "after" : undefined,
    every === undefined ? undefined : `every=${every}`,
    skip === undefined ? undefined : `skip=${skip}`,
    latency === undefined ? undefined : `latency=${latency}`,
    retry === undefined ? undefined : `retry-after=${retry}`,
    resource === undefined ? undefined : `resource-id=${resource ?? ""}`,
    ...Object.entries(headers).map(([name, value]) => `header=${name}:${value}`),
    details === undefined ? undefined : `details ${JSON.stringify(details)}`,
    match === undefined ? undefined : `match ${JSON.stringify(match)}`,
  ];
  return parts.filter((part) => part !== undefined).join(" ");
}
