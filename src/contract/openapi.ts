import { type JsonSchema, propertiesOf } from "./json-schema.ts";
import { notes } from "./meanings.ts";
import { failureReferences, failureResponses, failureSchemas } from "./openapi-failures.ts";
import {
  loadResources,
  type ResourceNames,
  requestSchema,
  resourceSchemas,
  responseSchema,
} from "./openapi-schemas.ts";
import type { OperationSchemas } from "./operation.ts";
import { type AnyOperation, allOperations, merchantAccountHeader } from "./operations.ts";

/** The API as an OpenAPI 3.1 document, made from the operation table and the schemas that validate. */
export async function openapiDocument(): Promise<object> {
  const names = await loadResources();
  return {
    openapi: "3.1.0",
    info: {
      title: "Payment Orchestration Service API",
      summary: "Buyers, network tokens, gift cards, merchant accounts, flow rules and API credentials",
      // Specification, section 9.
      version: "1.0.0",
    },
    servers: [{ url: "/" }],
    tags: [...new Set(allOperations.map((row) => row.area))].map((name) => ({ name })),
    paths: await pathItems(names),
    components: {
      schemas: { ...resourceSchemas(names), ...failureSchemas() },
      parameters: { [merchantAccountParameter]: merchantAccount },
      responses: failureResponses(),
      securitySchemes: { [bearerScheme]: bearer },
    },
  };
}

const merchantAccount = {
  name: merchantAccountHeader,
  in: "header",
  required: false,
  description: "The merchant account that the call acts on; each key pair has its own default.",
  schema: { type: "string" },
};

const bearer = {
  type: "http",
  scheme: "bearer",
  bearerFormat: "JWT",
  description: "A JWT that the caller signs with ES512 and the private key of an API key pair.",
};

async function pathItems(names: ResourceNames): Promise<Record<string, Record<string, object>>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const row of allOperations) {
    const item = paths[row.path] ?? {};
    item[row.method.toLowerCase()] = await operationObject(row, names);
    paths[row.path] = item;
  }
  return paths;
}

const bearerScheme = "accessToken";
const merchantAccountParameter = "MerchantAccount";

/** The description of one operation. */
async function operationObject(row: AnyOperation, names: ResourceNames): Promise<object> {
  const schemas: OperationSchemas = await row.schemas();
  const parameters = parametersOf(row, schemas, names);
  return {
    operationId: row.name,
    tags: [row.area],
    summary: row.summary,
    description: [scopeSentence(row), ...(notes[row.name] ?? [])].join(" "),
    "x-scope": row.scope,
    ...(row.wideningScope === undefined ? {} : { "x-widening-scope": row.wideningScope }),
    security: [row.scope, row.limitedScope]
      .filter((scope) => scope !== undefined)
      .map((scope) => ({ [bearerScheme]: [scope] })),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestBodyOf(schemas, names),
    responses: { ...successResponses(row, schemas, names), ...failureReferences() },
  };
}

function scopeSentence(row: AnyOperation): string {
  const either = row.limitedScope === undefined ? "" : ` or, within a limit, \`${row.limitedScope}\``;
  const needed = `Requires a token with the scope \`${row.scope}\`${either}.`;
  if (row.wideningScope === undefined) return needed;
  return `${needed} The answer shows all personal data only if the token also has \`${row.wideningScope}\`.`;
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
      status === 204 ? { description: "Success, without a body" } : { description: "Done", ...withBody },
    ]),
  );
}

function jsonContent(schema: JsonSchema): object {
  return { "application/json": { schema } };
}
