import { isRecord } from "../values/record.ts";
import { examples } from "./examples.ts";
import { type JsonSchema, propertiesOf, requiredOf } from "./json-schema.ts";
import { failureReferences, failureResponses, failureSchemas } from "./openapi-failures.ts";
import {
  loadResources,
  type ResourceNames,
  requestSchema,
  resourceSchemas,
  responseSchema,
} from "./openapi-schemas.ts";
import type { OperationSchemas } from "./operation.ts";
import { type AnyOperation, allOperations, merchantAccountHeader, type OperationName } from "./operations.ts";
import { pascalCase } from "./words.ts";

/** The API as an OpenAPI 3.1 document, made from the operation table and the schemas that validate. */
export async function openapiDocument(): Promise<object> {
  const names = await loadResources();
  return {
    openapi: "3.1.0",
    info: {
      title: "Payment Orchestration Service API",
      summary: "Buyers, network tokens, gift cards, merchant accounts, flow rules and API credentials",
      description:
        "A JSON API. Every call carries a JWT that the caller signs with the private key of an API key pair. Lists come in pages; a cursor leads from one page to the next.",
      // Specification, section 9.
      version: "1.0.0",
      contact: { name: "The operator of the deployment" },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "The address of a deployment; the specification names none." }],
    tags: [...new Set(allOperations.map((row) => row.area))].map((name) => ({
      name,
      description: areas[name] ?? name,
    })),
    paths: await pathItems(names),
    components: {
      schemas: { ...resourceSchemas(names), ...failureSchemas() },
      parameters: { [merchantAccountParameter]: merchantAccount },
      headers: { RequestId: requestId },
      responses: failureResponses(),
      securitySchemes: { [bearerScheme]: bearer },
    },
  };
}

const bearerScheme = "accessToken";
/** Not that of a schema: some generators make a type of each parameter too. */
const merchantAccountParameter = "MerchantAccountHeader";

const merchantAccount = {
  name: merchantAccountHeader,
  in: "header",
  required: false,
  description: "The merchant account that the call acts on; each key pair has its own default.",
  schema: { type: "string" },
};

const requestId = {
  description: "The id of the request; name it when you ask for help.",
  schema: { type: "string" },
};

const bearer = {
  type: "http",
  scheme: "bearer",
  bearerFormat: "JWT",
  description: "A JWT that the caller signs with ES512 and the private key of an API key pair.",
};

/** What each area of the API is about. */
const areas: Readonly<Record<string, string>> = {
  "API key pairs": "The key pairs whose private keys sign the tokens of calls.",
  "Audit logs": "What dashboard users did.",
  Buyers: "The buyers of a merchant, with their billing details.",
  "Network tokens": "Tokens of card schemes that stand for stored payment methods.",
  "Digital wallets": "The domains on which a wallet is offered.",
  "Gift cards": "The balances of gift cards, stored or given directly.",
  "Account updater": "Jobs that renew the details of stored cards.",
  "Merchant accounts": "Merchant accounts and their 3DS configurations.",
  Flows: "The rules that decide how payments are routed.",
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

/** The description of one operation. */
async function operationObject(row: AnyOperation, names: ResourceNames): Promise<object> {
  const schemas: OperationSchemas = await row.schemas();
  const parameters = parametersOf(row, schemas, names);
  return {
    operationId: row.name,
    tags: [row.area],
    summary: row.summary,
    description: [scopeSentence(row), ...(schemas.notes ?? [])].join(" "),
    "x-scope": row.scope,
    ...(row.wideningScope === undefined ? {} : { "x-widening-scope": row.wideningScope }),
    security: [row.scope, row.limitedScope]
      .filter((scope) => scope !== undefined)
      .map((scope) => ({ [bearerScheme]: [scope] })),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestBodyOf(row, schemas, names),
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
  const { path, query } = schemas;
  return [
    ...(path === undefined ? [] : parameters("path", requestSchema(path, names))),
    ...(query === undefined ? [] : parameters("query", requestSchema(query, names))),
    ...(row.merchantHeader ? [{ $ref: `#/components/parameters/${merchantAccountParameter}` }] : []),
  ];
}

/** The properties of an object schema, as parameters of one kind. */
function parameters(kind: "path" | "query", schema: JsonSchema): readonly JsonSchema[] {
  const required = requiredOf(schema);
  return Object.entries(propertiesOf(schema)).map(([name, property]) => {
    const { description = name, ...plain } = isRecord(property) ? property : {};
    return { name, in: kind, required: required.includes(name), description, schema: plain };
  });
}

/** Rules between the fields of a body; the descriptions say what JSON Schema can't. */
const bodyRules: Readonly<Partial<Record<OperationName, JsonSchema>>> = {
  // A field that is missing satisfies its schema, so the condition means "null or missing".
  createMerchantAccount: {
    if: { properties: { updater_client_key: { type: "null" } }, additionalProperties: true },
    then: {
      properties: { updater_secret_key: { type: "null" }, updater_accepted_schemes: { type: "null" } },
      additionalProperties: true,
    },
  },
};

function requestBodyOf(row: AnyOperation, { body }: OperationSchemas, names: ResourceNames): JsonSchema {
  if (body === undefined) return {};
  const schema = { ...requestSchema(body, names), ...bodyRules[row.name] };
  return { requestBody: { required: true, content: jsonContent(schema, examples[row.name]?.body) } };
}

/** Where an answer leads: the operation, and its parameters as expressions. */
interface Link {
  readonly to: OperationName;
  readonly parameters: Readonly<Record<string, string>>;
}

const sameToken = {
  payment_method_id: "$request.path.payment_method_id",
  network_token_id: "$request.path.network_token_id",
};

const links: Readonly<Partial<Record<OperationName, readonly Link[]>>> = {
  listApiKeyPairs: [
    { to: "deleteApiKeyPair", parameters: { api_key_pair_id: "$response.body#/items/0/id" } },
  ],
  suspendNetworkToken: [{ to: "resumeNetworkToken", parameters: sameToken }],
  resumeNetworkToken: [
    { to: "suspendNetworkToken", parameters: sameToken },
    { to: "provisionCryptogram", parameters: sameToken },
  ],
  createMerchantAccount: [
    { to: "listThreeDsConfigurations", parameters: { merchant_account_id: "$response.body#/id" } },
  ],
};

function linksOf({ name, paged }: AnyOperation): JsonSchema {
  const next: readonly Link[] = paged
    ? [{ to: name, parameters: { cursor: "$response.body#/next_cursor" } }]
    : [];
  const all = [...next, ...(links[name] ?? [])];
  if (all.length === 0) return {};
  const named = all.map(({ to, parameters }) => [
    to === name ? "NextPage" : pascalCase(to),
    { operationId: to, parameters },
  ]);
  return { links: Object.fromEntries(named) };
}

function successResponses(
  row: AnyOperation,
  { response }: OperationSchemas,
  names: ResourceNames,
): Record<string, object> {
  const headers = { "x-request-id": { $ref: "#/components/headers/RequestId" } };
  const content =
    response === undefined
      ? {}
      : { content: jsonContent(responseSchema(response, names), examples[row.name]?.response) };
  return Object.fromEntries(
    row.success.map((status) => [
      status,
      status === 204
        ? { description: "Success, without a body", headers }
        : { description: "Done", headers, ...content, ...linksOf(row) },
    ]),
  );
}

function jsonContent(schema: JsonSchema, example: unknown): object {
  return { "application/json": { schema, ...(example === undefined ? {} : { example }) } };
}
