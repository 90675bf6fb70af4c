import type { JournalEntry, RequestFilter } from "../../contract/control/schemas/requests.ts";
import type { ValidationDetail } from "../../contract/failure.ts";
import { isContained, startComparing, TooManyComparisons } from "../../values/contained.ts";
import { invalid } from "../failure.ts";
import { matchesPath } from "../faults/fault-rule.ts";
import { isSecretHeader } from "./secrets.ts";

/** Which entries are wanted. */
export interface Selection {
  passes(entry: JournalEntry): boolean;
  readonly limit: number;
  readonly after: string | undefined;
  /** Whether entries show what was answered. */
  readonly response: boolean;
}

/** What a filter selects; a Failure 422 if the journal keeps nothing to compare it with. */
export function selectionOf(filter: RequestFilter): Selection {
  const problems = secretProblems(filter);
  if (problems.length > 0) throw invalid(problems);
  const hasBody = containing(filter.body);
  return {
    passes: (entry) => passes(entry, filter) && hasBody(entry),
    limit: filter.limit ?? 1000,
    after: filter.after,
    response: filter.response ?? true,
  };
}

function passes(entry: JournalEntry, filter: RequestFilter): boolean {
  const { fault, header = {}, id, method, operation, path, since, status } = filter;
  return (
    (id === undefined || (entry.id ?? "").startsWith(id)) &&
    (operation === undefined || entry.operation === operation) &&
    (method === undefined || entry.method === method) &&
    (path === undefined || matchesPath(entry.path, path)) &&
    (status === undefined || matchesStatus(entry.status, status)) &&
    (fault === undefined || entry.fault === fault) &&
    (since === undefined || Date.parse(entry.time) >= Date.parse(since)) &&
    Object.entries(header).every(
      ([name, value]) => Object.hasOwn(entry.headers, name) && entry.headers[name] === value,
    )
  );
}

/** Compares bodies, within a bound for all entries together. */
function containing(body: unknown): (entry: JournalEntry) => boolean {
  const comparisons = startComparing();
  return (entry) =>
    body === undefined || bounded(["query", "body"], () => isContained(body, entry.body, comparisons));
}

/** A Failure 422 for comparisons that would take too long. */
export function bounded<Value>(loc: string[], compare: () => Value): Value {
  try {
    return compare();
  } catch (error) {
    if (!(error instanceof TooManyComparisons)) throw error;
    throw invalid([{ loc, msg: error.message, type: "value_error" }]);
  }
}

function secretProblems({ header = {} }: RequestFilter): readonly ValidationDetail[] {
  return Object.keys(header)
    .filter(isSecretHeader)
    .map((name) => {
      const msg = "can't be used: values of this header are never kept";
      return { loc: ["query", `header.${name}`], msg, type: "value_error" };
    });
}

export function matchesStatus(status: number | string, wanted: string): boolean {
  const text = String(status);
  return wanted.endsWith("xx") ? text.length === 3 && text[0] === wanted[0] : text === wanted;
}
