import { type JsonSchema, propertiesOf } from "./json-schema.ts";
import { failureReferences } from "./openapi-failures.ts";
import { type ResourceNames, requestSchema, responseSchema } from "./openapi-schemas.ts";
import type { OperationSchemas } from "./operation.ts";
import type { AnyOperation } from "./operations.ts";

export const bearerScheme = "accessToken";
export const merchantAccountParameter = "MerchantAccount";

/** The description of one operation. */
export async function operationObject(row: AnyOperation, names: ResourceNames): Promise<object> {
  const schemas: OperationSchemas = await row.schemas();
  const parameters = parametersOf(row, schemas, names);
  return {
    operationId: row.name,
    tags: [row.area],
    summary: row.summary,
    description: scopeSentence(row),
    "x-scope": row.scope,
    ...(row.wideningScope === undefined ? {} : { "x-widening-scope": row.wideningScope }),
    security: [{ [bearerScheme]: [row.scope] }],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestBodyOf(schemas, names),
    responses: { ...successResponses(row, schemas, names), ...failureReferences() },
  };
}

function scopeSentence(row: AnyOperation): string {
  const needed = `Needs a token with the scope \`${row.scope}\`.`;
  if (row.wideningScope === undefined) return needed;
  return `${needed} The answer shows all personal data only to a token that has \`${row.wideningScope}\` too.`;
}

function parametersOf(
  row: AnyOperation,
  schemas: OperationSchemas,
  names: ResourceNames,
): readonly JsonSchema[] {
  const path = schemas.path === undefined ? [] : parameters("path", requestSchema(schemas.path, names));
  const query = schemas.query === undefined ? [] : parameters("query", requestSchema(schemas.query, names));
  const header = { $ref: `#/components/parameters/${merchantAccountParameter}` };
  return [...path, ...query, ...(row.merchantHeader ? [header] : [])];
}

/** The properties of an object schema, as parameters of one kind. */
function parameters(kind: "path" | "query", schema: JsonSchema): readonly JsonSchema[] {
  const { required } = schema;
  return Object.entries(propertiesOf(schema)).map(([name, property]) => ({
    name,
    in: kind,
    required: Array.isArray(required) && required.includes(name),
    schema: property,
  }));
}

function requestBodyOf(schemas: OperationSchemas, names: ResourceNames): JsonSchema {
  if (schemas.body === undefined) return {};
  return { requestBody: { required: true, content: jsonContent(requestSchema(schemas.body, names)) } };
}

function successResponses(
  row: AnyOperation,
  schemas: OperationSchemas,
  names: ResourceNames,
): Record<string, object> {
  const { response } = schemas;
  const withBody = response === undefined ? {} : { content: jsonContent(responseSchema(response, names)) };
  return Object.fromEntries(
    row.success.map((status) => [
      status,
      status === 204 ? { description: "Done, without a body" } : { description: "Done", ...withBody },
    ]),
  );
}

function jsonContent(schema: JsonSchema): object {
  return { "application/json": { schema } };
}
