import { type AnyOperation, allOperations } from "../contract/operations.ts";
import { chooseRow } from "./choose-row.ts";
import { failure } from "./failure.ts";
import { isOfWiderApi } from "./wider-api.ts";

/** The operation that a request names, with its path parameters still as text. */
export interface Route {
  readonly operation: AnyOperation;
  readonly path: Readonly<Record<string, string>>;
  /** What stands behind the question mark. */
  readonly query: URLSearchParams;
}

/** The operation of a method and a target; a Failure 404 or 405 where there is none. */
export function getRoute(method: string, target: string): Route {
  const { path, query } = splitTarget(target);
  // Nearly every path without parameters is spelt as in the table, and needs no taking apart.
  const plain = allOperations.find((operation) => operation.path === path && operation.method === method);
  if (plain !== undefined && !path.includes("{")) return { operation: plain, path: {}, query };
  const chosen = chooseRow(allOperations, method, path);
  if (chosen === undefined) throw notFound(path);
  return { operation: chosen.row, path: chosen.parameters, query };
}

export function splitTarget(target: string): { readonly path: string; readonly query: URLSearchParams } {
  const mark = target.indexOf("?");
  if (mark === -1) return { path: target, query: new URLSearchParams() };
  return { path: target.slice(0, mark), query: new URLSearchParams(target.slice(mark + 1)) };
}

function notFound(path: string) {
  return failure(404, isOfWiderApi(path) ? { headers: { "x-not-implemented": "true" } } : {});
}
