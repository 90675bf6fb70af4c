import { expect, it } from "vitest";
import { examples } from "../../src/contract/examples.ts";
import { openapiDocument } from "../../src/contract/openapi.ts";
import type { OperationSchemas } from "../../src/contract/operation.ts";
import { allOperations } from "../../src/contract/operations.ts";
import { isRecord } from "../../src/values/record.ts";

type Node = Readonly<Record<string, unknown>>;

function child(node: unknown, ...names: readonly string[]): Node {
  const [name, ...rest] = names;
  if (!isRecord(node)) throw new Error(`nothing has ${name}`);
  return name === undefined ? node : child(node[name], ...rest);
}

const document = await openapiDocument();
const schemas = child(document, "components", "schemas");

it.each([
  ["FlowCondition", "name", 25],
  ["FlowOutcome", "type", 4],
])(
  "the OpenAPI document lists the alternatives of %s by name, without a union inside",
  (name, property, count) => {
    const { oneOf, discriminator } = child(schemas, name);
    const mapping = child(discriminator, "mapping");
    expect(child(schemas, name)).toHaveProperty("discriminator.propertyName", property);
    expect(oneOf).toEqual(Object.values(mapping).map(($ref) => ({ $ref })));
    expect(Object.keys(mapping)).toHaveLength(count);
    for (const [word, $ref] of Object.entries(mapping)) {
      const part = child(schemas, String($ref).replace("#/components/schemas/", ""));
      expect(part).toHaveProperty(`properties.${property}.const`, word);
      expect(part).not.toHaveProperty("oneOf");
    }
  },
);

it("the OpenAPI document says which value goes with which operator of an amount", () => {
  expect(child(schemas, "AmountCondition")).toMatchObject({
    properties: { operator: { enum: ["less_than", "greater_than", "is_between"] } },
    if: { properties: { operator: { enum: ["less_than", "greater_than"] } } },
    then: { properties: { value: { required: ["currency", "value"] } } },
    else: { properties: { value: { required: ["currency", "min", "max"] } } },
  });
});

it("no two parts of the OpenAPI document have one name, whatever they are", () => {
  const names = Object.values(child(document, "components")).flatMap((parts) => Object.keys(child(parts)));
  expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
});

it("the OpenAPI document says that balances also take a token with the scope embed", () => {
  const { description, security } = child(document, "paths", "/gift-cards/balances", "post");
  expect(security).toEqual([{ accessToken: ["gift-cards.read"] }, { accessToken: ["embed"] }]);
  expect(description).toContain("`embed`");
});

it("the OpenAPI document describes every field, parameter, header and tag", () => {
  expect(undescribed(document)).toEqual([]);
  expect(child(document, "info")).toMatchObject({
    description: expect.any(String),
    license: { identifier: "MIT" },
  });
});

it.each(allOperations)("the OpenAPI document gives $name examples that its schemas accept", async (row) => {
  const { body, response }: OperationSchemas = await row.schemas();
  const example: { readonly body?: unknown; readonly response?: unknown } = examples[row.name] ?? {};
  expect(example.body === undefined).toBe(body === undefined);
  expect(example.response === undefined).toBe(response === undefined);
  if (body !== undefined) expect(body.safeParse(example.body).error).toBeUndefined();
  if (response !== undefined) expect(response.safeParse(example.response).error).toBeUndefined();
});

it("links a page to the next one, and a resource to what can be done with it", () => {
  const answerOf = (path: string, method: string, status: string) =>
    child(document, "paths", path, method, "responses", status, "links");
  expect(answerOf("/buyers", "get", "200")).toEqual({
    NextPage: { operationId: "listBuyers", parameters: { cursor: "$response.body#/next_cursor" } },
  });
  const operationIds = allOperations.map(({ name }) => name);
  const linked = JSON.stringify(document).matchAll(/\{"operationId":"(\w+)","parameters":\{/g);
  expect([...linked].filter(([, name]) => !operationIds.some((known) => known === name))).toEqual([]);
  expect(answerOf("/merchant-accounts", "post", "201")).toHaveProperty(
    "ListThreeDsConfigurations.parameters.merchant_account_id",
    "$response.body#/id",
  );
});

it("the OpenAPI document says as a rule that the updater's fields need its client key", () => {
  const body = child(document, "paths", "/merchant-accounts", "post", "requestBody", "content");
  expect(child(body, "application/json", "schema")).toMatchObject({
    if: { properties: { updater_client_key: { type: "null" } } },
    then: {
      properties: { updater_secret_key: { type: "null" }, updater_accepted_schemes: { type: "null" } },
    },
  });
});

/** The places of properties, parameters, headers and tags without a description. */
function undescribed(node: unknown, path = ""): readonly string[] {
  if (Array.isArray(node)) return node.flatMap((item, index) => undescribed(item, `${path}/${index}`));
  if (!isRecord(node)) return [];
  const named = /\/(?:properties|headers|parameters|tags)$/.test(path.slice(0, path.lastIndexOf("/")));
  const isRule = /\/(?:if|then|else|links|example|mapping)(?:\/|$)/.test(path);
  if (isRule) return [];
  const own = named && node["description"] === undefined && node["$ref"] === undefined ? [path] : [];
  return [...own, ...Object.entries(node).flatMap(([name, inner]) => undescribed(inner, `${path}/${name}`))];
}
