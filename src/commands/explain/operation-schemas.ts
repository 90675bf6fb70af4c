import type { JsonSchema } from "../../contract/json-schema.ts";
import { type ResourceNames, requestSchema, responseSchema } from "../../contract/openapi-schemas.ts";
import type { OperationSchemas } from "../../contract/operation.ts";
import type { AnyOperation } from "../../contract/operations.ts";

/** The JSON Schemas of an operation's request and answer, without references; a part that it does not have is missing. */
export interface OperationJsonSchemas {
  readonly path?: JsonSchema;
  readonly query?: JsonSchema;
  readonly body?: JsonSchema;
  readonly response?: JsonSchema;
  readonly notes: readonly string[];
}

export async function loadJsonSchemas(operation: AnyOperation): Promise<OperationJsonSchemas> {
  const { path, query, body, response, notes = [] }: OperationSchemas = await operation.schemas();
  const spelledOut: ResourceNames = new Map();
  return {
    ...(path === undefined ? {} : { path: requestSchema(path, spelledOut) }),
    ...(query === undefined ? {} : { query: requestSchema(query, spelledOut) }),
    ...(body === undefined ? {} : { body: requestSchema(body, spelledOut) }),
    ...(response === undefined ? {} : { response: responseSchema(response, spelledOut) }),
    notes,
  };
}

/** An operation as data: its row in the table, and the JSON Schemas. */
export async function describeOperation(operation: AnyOperation): Promise<Record<string, unknown>> {
  const { response = null, notes: _, ...request } = await loadJsonSchemas(operation);
  return {
    name: operation.name,
    summary: operation.summary,
    method: operation.method,
    path: operation.path,
    scope: operation.scope,
    ...(operation.wideningScope === undefined ? {} : { widening_scope: operation.wideningScope }),
    merchant_account_header: operation.merchantHeader ?? false,
    success: operation.success,
    repeatable: operation.repeatable,
    paged: operation.paged ?? false,
    request,
    response,
  };
}
