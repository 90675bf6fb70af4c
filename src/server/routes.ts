import type { Method } from "../contract/operation.ts";
import { type AnyOperation, allOperations } from "../contract/operations.ts";
import { matchPath } from "../contract/path.ts";
import { failure } from "./failure.ts";

/** The operation that a request names, with its path parameters still as text. */
export interface Route {
  readonly operation: AnyOperation;
  readonly path: Readonly<Record<string, string>>;
}

/** The operation of a method and a target; a Failure 404 or 405 if there is none. */
export function getRoute(method: string, target: string): Route {
  const path = pathOf(target);
  // Nearly every path without parameters is spelt as in the table, and needs no parsing.
  const plain = allOperations.find((operation) => operation.path === path && operation.method === method);
  if (plain !== undefined && !path.includes("{")) return { operation: plain, path: {} };
  const chosen = chooseRow(allOperations, method, path);
  if (chosen === undefined) throw notFound(path);
  return { operation: chosen.row, path: chosen.parameters };
}

export function pathOf(target: string): string {
  const mark = target.indexOf("?");
  return mark === -1 ? target : target.slice(0, mark);
}

/** The part after the question mark. */
export function queryOf(target: string): URLSearchParams {
  const mark = target.indexOf("?");
  return new URLSearchParams(mark === -1 ? "" : target.slice(mark + 1));
}

function notFound(path: string) {
  return failure(404, isOfWiderApi(path) ? { headers: { "x-not-implemented": "true" } } : {});
}

interface Row {
  readonly method: Method;
  /** A template. */
  readonly path: string;
}

interface Chosen<Candidate> {
  readonly row: Candidate;
  /** Still as text. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** The row of a method and a path; undefined for a path that no row has, a Failure 405 for a method that none takes. */
export function chooseRow<Candidate extends Row>(
  rows: readonly Candidate[],
  method: string,
  path: string,
): Chosen<Candidate> | undefined {
  const found = rows.flatMap((row) => {
    const parameters = matchPath(row.path, path);
    return parameters === undefined ? [] : [{ row, parameters }];
  });
  if (found.length === 0) return undefined;
  const chosen = found.find(({ row }) => row.method === method);
  if (chosen !== undefined) return chosen;
  const allow = found.map(({ row }) => row.method).toSorted();
  throw failure(405, { headers: { allow: allow.join(", ") } });
}

/**
 * First segments of the whole API's paths; the specification names the groups, and if a name and its path differ, both
 * spellings are listed.
 */
const groups: ReadonlySet<string> = new Set([
  "3ds-scenarios",
  "account-updater",
  "api-key-pairs",
  "audit-logs",
  "buyers",
  "card-details",
  "card-scheme-definitions",
  "checkout",
  "digital-wallets",
  "flows",
  "gift-cards",
  "insights",
  "merchant-accounts",
  "monitoring",
  "payment-links",
  "payment-method-definitions",
  "payment-methods",
  "payment-options",
  "payment-service-definitions",
  "payment-service-tokens",
  "payment-services",
  "payouts",
  "presets",
  "refunds",
  "report-executions",
  "reports",
  "roles",
  "three-ds-scenarios",
  "transactions",
  "webhook-subscriptions",
]);

/** Whether a path without an operation here belongs to the wider API (specification, section 1). */
function isOfWiderApi(path: string): boolean {
  const [before, group, ...rest] = path.split("/");
  return before === "" && group !== undefined && groups.has(group) && !rest.includes("");
}
