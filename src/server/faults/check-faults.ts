import type { FaultRule } from "../../contract/control/schemas/faults.ts";
import { notAnOperation } from "../../contract/control/words.ts";
import { failures, validationFailure } from "../../contract/failure.ts";
import { allOperations } from "../../contract/operations.ts";
import { transportWords } from "../../contract/outcomes.ts";
import { type Comparisons, startComparing, TooManyComparisons } from "../../values/contained.ts";
import { unknownWord } from "../../values/suggest.ts";
import { coversMatch, coversPath, operationsOf } from "./fault-rule.ts";

/** What is wrong with a rule that matches its schema. */
export interface FaultProblem {
  /** Its place in the list. */
  readonly index: number;
  readonly field: keyof FaultRule;
  readonly message: string;
}

/** Statuses that a request may end with; 503 comes from a gateway in front of the service. */
const faultStatuses: readonly number[] = [
  ...[...failures, validationFailure].map(({ status }) => status),
  503,
];

const retryable: readonly unknown[] = [425, 429, 503];

/** Every reason why a rule of the list can never fire, or contradicts itself. */
export function checkFaults(rules: readonly FaultRule[]): readonly FaultProblem[] {
  const comparisons = startComparing();
  return rules.flatMap((rule, index) => {
    const found = [
      ...targetProblems(rule),
      ...effectProblems(rule),
      ...headerProblems(rule),
      ...matchProblems(rule),
      ...orderProblems(rule, rules[index - 1]),
    ];
    const all = found.length > 0 ? found : shadowProblems(rule, rules.slice(0, index), comparisons);
    return all.map(([field, message]) => ({ index, field, message }));
  });
}

type Found = readonly (readonly [field: keyof FaultRule, message: string])[];

function targetProblems(rule: FaultRule): Found {
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
  const isPathKnown = operationsOf({ ...rule, method: "*" }).length > 0;
  return isPathKnown
    ? [["method", "is not allowed for this path"]]
    : [["path", unknownWord(path ?? "", paths, "the path of an operation")]];
}

const paths = [...new Set(allOperations.map((row) => row.path.replaceAll(/\{\w+\}/g, "*")))];

/** RFC 9110, section 5.6.2. */
const headerName = /^[\w!#$%&'*+.^`|~-]+$/;

/** Section 5.5, without what is obsolete. */
const headerValue = /^[\t\x20-\x7e]*$/;

function matchProblems(rule: FaultRule): Found {
  const { match } = rule;
  if (match === undefined) return [];
  const problems: [keyof FaultRule, string][] = [];
  const header = Object.entries(match.header ?? {});
  const isEmpty = match.merchant_account === undefined && match.body === undefined && header.length === 0;
  if (isEmpty) problems.push(["match", "needs merchant_account, header or body"]);
  const wrong = header.find(([name, value]) => !headerName.test(name) || value !== value.trim());
  if (wrong !== undefined) problems.push(["match", `names a header that no request can have: ${wrong[0]}`]);
  const operations = operationsOf(rule);
  const takeBody = operations.some(({ method }) => method === "POST" || method === "PUT");
  if (match.body !== undefined && operations.length > 0 && !takeBody) {
    problems.push(["match", "matches a body, but no operation of the rule takes one"]);
  }
  return problems;
}

function effectProblems({
  after,
  details,
  every,
  latency_ms: latency,
  resource_id: resource,
  retry_after: retry,
  status,
  times,
}: FaultRule): Found {
  const problems: [keyof FaultRule, string][] = [];
  if (every === 0) problems.push(["every", "must be at least 1, or the rule never fires"]);
  if (times === 0) problems.push(["times", "must be at least 1, or the rule never fires"]);
  if (status === undefined && !latency) problems.push(["status", "is needed, or latency_ms above 0"]);
  if (typeof status === "number" && !faultStatuses.includes(status)) {
    const words = [...faultStatuses.toSorted((a, b) => a - b), ...transportWords].join(", ");
    problems.push(["status", `must be one of ${words}`]);
  }
  if (retry !== undefined && !retryable.includes(status)) {
    problems.push(["retry_after", `goes with ${retryable.join(", ")} only`]);
  }
  if (resource !== undefined && status !== 409) problems.push(["resource_id", "goes with 409 only"]);
  if (details !== undefined && (typeof status !== "number" || status === validationFailure.status)) {
    problems.push(["details", "needs the status of a failure other than 422, which has details of its own"]);
  }
  if (after && status === undefined) {
    problems.push(["after", "needs a status: without one no answer is lost"]);
  }
  return problems;
}

/** What the connection needs, or the server says of itself. */
const ownHeaders = [
  "connection",
  "content-length",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
  "x-request-id",
];

function headerProblems({ headers, retry_after: retry, status }: FaultRule): Found {
  if (headers === undefined) return [];
  if (typeof status !== "number") return [["headers", "need the status of a failure"]];
  const wrong = Object.entries(headers).find(
    ([name, value]) => !headerName.test(name) || !headerValue.test(value) || value !== value.trim(),
  );
  if (wrong !== undefined) return [["headers", `name a header that no answer can have: ${wrong[0]}`]];
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const own = names.find((name) => ownHeaders.includes(name));
  if (own !== undefined) return [["headers", `can't replace the server's own ${own}`]];
  const isTwice = retry !== undefined && names.includes("retry-after");
  return isTwice ? [["headers", "say retry-after, which retry_after says too"]] : [];
}

function orderProblems({ then }: FaultRule, before: FaultRule | undefined): Found {
  if (!then) return [];
  if (before === undefined) return [["then", "needs a rule before it"]];
  return before.times === undefined
    ? [["then", "needs a rule before it that has times, or that is never used up"]]
    : [];
}

function shadowProblems(rule: FaultRule, earlier: readonly FaultRule[], comparisons: Comparisons): Found {
  try {
    return findShadow(rule, earlier, comparisons);
  } catch (error) {
    if (error instanceof TooManyComparisons) return [["match", error.message]];
    throw error;
  }
}

/** An earlier rule without an end takes every request that reaches it, once it has let its own first ones pass. */
function findShadow(rule: FaultRule, earlier: readonly FaultRule[], comparisons: Comparisons): Found {
  const endless = earlier.filter(
    ({ every = 1, skip = 0, then, times }) =>
      !then && times === undefined && every === 1 && skip <= (rule.skip ?? 0),
  );
  const isShadowed = operationsOf(rule).every((operation) =>
    endless.some(
      (before) =>
        operationsOf(before).includes(operation) &&
        coversPath(before, rule, operation) &&
        coversMatch(before, rule, comparisons),
    ),
  );
  return isShadowed ? [[subject(rule), "always goes to an earlier rule without times"]] : [];
}

function subject({ operation }: FaultRule): keyof FaultRule {
  return operation === undefined ? "path" : "operation";
}
