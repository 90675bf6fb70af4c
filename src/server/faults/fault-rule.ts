import type { FaultRule } from "../../contract/control/schemas/faults.ts";
import { type AnyOperation, allOperations } from "../../contract/operations.ts";
import { type Comparisons, isContained, TooManyComparisons } from "../../values/contained.ts";
import { jsonOf } from "../json.ts";

/** The parts of a request that a rule looks at, once its token and account have been accepted. */
export interface FaultedRequest {
  readonly operation: AnyOperation;
  readonly path: string;
  readonly merchantAccountId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
}

/** Whether a request has what a rule asks for besides its operation. */
export function meetsMatch({ match }: FaultRule, request: FaultedRequest): boolean {
  if (match === undefined) return true;
  const { body, header = {}, merchant_account: account } = match;
  if (account !== undefined && account !== request.merchantAccountId) return false;
  const { headers } = request;
  if (!Object.entries(header).every(([name, value]) => headers[name.toLowerCase()] === value)) return false;
  return body === undefined || hasInBody(request.body, body);
}

/** A body that takes too many comparisons has not met anything. */
function hasInBody(sent: Uint8Array | undefined, wanted: unknown): boolean {
  try {
    return isContained(wanted, jsonOf(sent));
  } catch (error) {
    if (error instanceof TooManyComparisons) return false;
    throw error;
  }
}

/** Whether every request that meets the later match meets the earlier one. */
export function coversMatch(
  { match: earlier = {} }: FaultRule,
  { match: later = {} }: FaultRule,
  comparisons?: Comparisons,
): boolean {
  return isContained(withPlainNames(earlier), withPlainNames(later), comparisons);
}

/** Header names in one case; parts that are not given left out. */
function withPlainNames({ body, header = {}, merchant_account }: NonNullable<FaultRule["match"]>) {
  const headers = Object.entries(header).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    header: Object.fromEntries(headers),
    ...(merchant_account === undefined ? {} : { merchant_account }),
    ...(body === undefined ? {} : { body }),
  };
}

const any = "*";

/** The operations that a rule applies to; none for a path or method that no operation has. */
export function operationsOf({ method, operation, path }: FaultRule): readonly AnyOperation[] {
  if (operation !== undefined) return allOperations.filter(({ name }) => name === operation);
  return allOperations.filter((row) => {
    return (method === any || method === row.method) && (path === any || meets(path ?? "", row.path));
  });
}

/** Whether a rule applies to a request to an operation of its own. */
export function matchesPath({ path }: FaultRule, target: string): boolean {
  if (path === undefined || path === any) return true;
  const wanted = path.split("/");
  return target.split("/").every((segment, index) => {
    const text = wanted[index] ?? "";
    return isOpen(text) || decoded(text) === decoded(segment);
  });
}

/** Whether all of an operation's requests that the later rule applies to also belong to the earlier one. */
export function coversPath(earlier: FaultRule, later: FaultRule, { path: template }: AnyOperation): boolean {
  if (earlier.path === undefined || earlier.path === any) return true;
  const narrow = later.path === undefined || later.path === any ? [] : later.path.split("/");
  const fixed = template.split("/");
  return earlier.path.split("/").every((segment, index) => {
    if (isOpen(segment)) return true;
    const own = narrow[index] ?? any;
    return decoded(segment) === decoded(isOpen(own) ? (fixed[index] ?? "") : own);
  });
}

function meets(path: string, template: string): boolean {
  const given = path.split("/");
  const fixed = template.split("/");
  if (given.length !== fixed.length) return false;
  return fixed.every((segment, index) => {
    const text = given[index] ?? "";
    if (isParameter(segment)) return text !== "";
    return text === any || decoded(text) === segment;
  });
}

/** `{buyer_id}`, as the specification writes it, means the same as `*`. */
function isOpen(segment: string): boolean {
  return segment === any || isParameter(segment);
}

function isParameter(segment: string): boolean {
  return /^\{.+\}$/.test(segment);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
