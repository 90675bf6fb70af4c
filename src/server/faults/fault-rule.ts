import type { FaultRule } from "../../contract/control/schemas/faults.ts";
import { notAnOperation, transportWords } from "../../contract/control/words.ts";
import { failures, validationFailure } from "../../contract/failure.ts";
import { type AnyOperation, allOperations } from "../../contract/operations.ts";
import { decodeSegment } from "../../contract/path.ts";
import { unknownWord } from "../../values/suggest.ts";

const any = "*";

/** The operations that a rule applies to; none for a path or method that no operation has. */
export function operationsOf({ method, operation, path }: FaultRule): readonly AnyOperation[] {
  if (operation !== undefined) return allOperations.filter(({ name }) => name === operation);
  return allOperations.filter((row) => {
    return (method === any || method === row.method) && (path === any || isOf(path ?? "", row.path));
  });
}

function isOf(path: string, template: string): boolean {
  const given = path.split("/");
  const fixed = template.split("/");
  if (given.length !== fixed.length) return false;
  return fixed.every((segment, index) => {
    const text = given[index] ?? "";
    if (isParameter(segment)) return text !== "";
    return text === any || decoded(text) === segment;
  });
}

/** Whether a path is as a pattern says; `*`, and `{buyer_id}` as the specification writes it, stand for any segment. */
export function matchesPath(path: string, pattern: string): boolean {
  if (pattern === any) return true;
  const given = path.split("/");
  const wanted = pattern.split("/");
  if (given.length !== wanted.length) return false;
  return wanted.every((text, index) => {
    return text === any || isParameter(text) || decoded(text) === decoded(given[index] ?? "");
  });
}

function isParameter(segment: string): boolean {
  return /^\{.+\}$/.test(segment);
}

function decoded(segment: string): string {
  return decodeSegment(segment) ?? segment;
}

/** What is wrong with a rule that matches its schema. */
export interface FaultProblem {
  /** Its place in the list. */
  readonly index: number;
  readonly field: keyof FaultRule;
  readonly message: string;
}

/** Every reason why a rule of the list can never fire by itself, or contradicts itself. */
export function checkFaults(rules: readonly FaultRule[]): readonly FaultProblem[] {
  return rules.flatMap((rule, index) =>
    [...targetProblems(rule), ...effectProblems(rule)].map(([field, message]) => ({ index, field, message })),
  );
}

type Found = readonly (readonly [field: keyof FaultRule, message: string])[];

const paths = [...new Set(allOperations.map((row) => row.path.replaceAll(/\{\w+\}/g, any)))];

/** What is wrong with the operation, or the method and the path, that requests are chosen by. */
export function targetProblems(rule: Pick<FaultRule, "method" | "operation" | "path">): Found {
  const { method, operation, path } = rule;
  if (operation !== undefined && (method !== undefined || path !== undefined)) {
    return [["operation", "can't be combined with method and path"]];
  }
  if (operation === undefined && (method === undefined || path === undefined)) {
    return [["operation", "is needed, or both method and path"]];
  }
  if (operationsOf(rule).length > 0) return [];
  if (operation !== undefined) return [["operation", notAnOperation(operation)]];
  if (path === "") return [["path", "is missing"]];
  const isPathKnown = operationsOf({ method: any, path }).length > 0;
  return isPathKnown
    ? [["method", "is not allowed for this path"]]
    : [["path", unknownWord(path ?? "", paths, "the path of an operation")]];
}

/** Statuses that a request may end with; 503 comes from a gateway in front of the service. */
const faultStatuses: readonly number[] = [
  ...[...failures, validationFailure].map(({ status }) => status),
  503,
].toSorted((a, b) => a - b);

const retryable: readonly unknown[] = [425, 429, 503];

function effectProblems(rule: FaultRule): Found {
  const { after, latency_ms: latency, retry_after: retry, status, times } = rule;
  const problems: [keyof FaultRule, string][] = [];
  if (times === 0) problems.push(["times", "must be at least 1, or the rule never fires"]);
  if (status === undefined && !latency) problems.push(["status", "is needed, or latency_ms above 0"]);
  if (typeof status === "number" && !faultStatuses.includes(status)) {
    problems.push(["status", `must be one of ${[...faultStatuses, ...transportWords].join(", ")}`]);
  }
  if (retry !== undefined && !retryable.includes(status)) {
    problems.push(["retry_after", `goes with ${retryable.join(", ")} only`]);
  }
  if (after && status === undefined) {
    problems.push(["after", "needs a status: without one no answer is lost"]);
  }
  return problems;
}
