import type { Method } from "../contract/operation.ts";
import { type AnyOperation, allOperations } from "../contract/operations.ts";
import { matchPath } from "../contract/path.ts";
import { failure } from "./failure.ts";
import { isOfWiderApi } from "./wider-api.ts";

/** The operation that a request names, with its path parameters still as text. */
export interface Route {
  readonly operation: AnyOperation;
  readonly path: Readonly<Record<string, string>>;
  /** What stands behind the question mark. */
  readonly query: URLSearchParams;
}

/** Finds the operation of a method and a target; a Failure 404 or 405 where there is none. */
export function findRoute(method: string, target: string): Route {
  const { path, query } = splitTarget(target);
  // Nearly every path without parameters is spelt as in the table, and needs no taking apart.
  const plain = allOperations.find((operation) => operation.path === path && operation.method === method);
  if (plain !== undefined && !path.includes("{")) return { operation: plain, path: {}, query };
  const candidates = allOperations.flatMap((operation) => {
    const parameters = matchPath(operation.path, path);
    return parameters === undefined ? [] : [{ operation, path: parameters, query }];
  });
  if (candidates.length === 0) throw notFound(path);
  const route = candidates.find(({ operation }) => operation.method === method);
  if (route !== undefined) return route;
  throw notAllowed(candidates.map(({ operation }) => operation.method));
}

export function splitTarget(target: string): { readonly path: string; readonly query: URLSearchParams } {
  const mark = target.indexOf("?");
  if (mark === -1) return { path: target, query: new URLSearchParams() };
  return { path: target.slice(0, mark), query: new URLSearchParams(target.slice(mark + 1)) };
}

function notFound(path: string) {
  return failure(404, isOfWiderApi(path) ? { headers: { "x-not-implemented": "true" } } : {});
}

function notAllowed(methods: readonly Method[]) {
  return failure(405, { headers: { allow: methods.toSorted().join(", ") } });
}
