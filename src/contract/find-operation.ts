import { type AnyOperation, allOperations } from "./operations.ts";
import { matchPath } from "./path.ts";

/** The operation that a request belongs to; `target` may carry a query. */
export function findOperation(method: string, target: string): AnyOperation | undefined {
  const [path = ""] = target.split("?", 1);
  return allOperations.find((row) => row.method === method && matchPath(row.path, path) !== undefined);
}
