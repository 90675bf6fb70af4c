import { allControlOperations, controlPrefix } from "../../src/contract/control/operations.ts";
import type { OperationSchemas } from "../../src/contract/operation.ts";
import { chooseRow, pathOf } from "../../src/server/routes.ts";
import { matches } from "./schema-oracle.ts";

interface Answer {
  readonly status: number;
  /** Undefined if there was no body. */
  readonly json: unknown;
}

/** How an answer of the control interface contradicts the schemas of its row; undefined if it does not. */
export async function findContradiction(
  method: string,
  target: string,
  { json, status }: Answer,
): Promise<string | undefined> {
  const path = pathOf(target);
  const start = path.indexOf(controlPrefix);
  const isKnown = allControlOperations.some((row) => row.method === method);
  // A refusal has the shape of every other one, which other tests compare; only the one of `verify` has its own.
  if (start === -1 || !isKnown || (status >= 400 && status !== 417)) return undefined;
  const row = chooseRow(allControlOperations, method, path.slice(start + controlPrefix.length))?.row;
  if (row === undefined) return undefined;
  const { failure, response }: OperationSchemas = await row.schemas();
  const schema = status === 417 ? failure : response;
  if (schema === undefined || json === undefined) {
    return schema === undefined && json === undefined
      ? undefined
      : `${method} ${path}: ${status}, body or none`;
  }
  const shown = schema.toJSONSchema({ io: "output", unrepresentable: "any" });
  return matches({ ...shown }, json)
    ? undefined
    : `${method} ${path}: ${JSON.stringify(json).slice(0, 2000)}`;
}
