import { type AnyOperation, allOperations } from "../contract/operations.ts";
import { chooseRow } from "./choose-row.ts";
import { failure } from "./failure.ts";
import { isOfWiderApi } from "./wider-api.ts";

/** The operation that a request names, with its path parameters still as text. */
export interface Route {
  readonly operation: AnyOperation;
  readonly path: Readonly<Record<string, string>>;
}

/** The operation of a method and a target; a Failure 404 or 405 where there is none. */
export function getRoute(method: string, target: string): Route {
  const path = pathOf(target);
  // Nearly every path without parameters is spelt as in the table, and needs no taking apart.
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

/** What stands behind the question mark. */
export function queryOf(target: string): URLSearchParams {
  const mark = target.indexOf("?");
  return new URLSearchParams(mark === -1 ? "" : target.slice(mark + 1));
}

function notFound(path: string) {
  return failure(404, isOfWiderApi(path) ? { headers: { "x-not-implemented": "true" } } : {});
}
