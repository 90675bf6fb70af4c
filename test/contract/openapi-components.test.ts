import { expect, it } from "vitest";
import { openapiDocument } from "../../src/contract/openapi.ts";
import { isRecord } from "../../src/values/json.ts";

type Node = Readonly<Record<string, unknown>>;

function child(node: unknown, ...names: readonly string[]): Node {
  const [name, ...rest] = names;
  if (!isRecord(node)) throw new Error(`nothing has ${name}`);
  return name === undefined ? node : child(node[name], ...rest);
}

const document = await openapiDocument();
const schemas = child(document, "components", "schemas");
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

it.each([
  ["FlowCondition", "name", 25],
  ["FlowOutcome", "type", 4],
])("lists the alternatives of %s by name, without a union inside", (name, property, count) => {
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
});

it("tells which value goes with which operator of an amount", () => {
  expect(child(schemas, "AmountCondition")).toMatchObject({
    properties: { operator: { enum: ["less_than", "greater_than", "is_between"] } },
    if: { properties: { operator: { enum: ["less_than", "greater_than"] } } },
    then: { properties: { value: { required: ["currency", "value"] } } },
    else: { properties: { value: { required: ["currency", "min", "max"] } } },
  });
});

it("names every failure body and every page", () => {
  const failures = Object.entries(child(document, "components", "responses")).map(([name, response]) => {
    const { schema } = child(response, "content", "application/json");
    expect(schema).toEqual(reference(name === "ValidationFailure" ? name : `Failure${name}`));
    return name;
  });
  expect(failures).toHaveLength(12);
  for (const [path, page] of [
    ["/buyers", "BuyerPage"],
    ["/audit-logs", "AuditLogPage"],
    ["/api-key-pairs", "ApiKeyPairPage"],
  ] as const) {
    const answer = child(document, "paths", path, "get", "responses", "200", "content", "application/json");
    expect(answer["schema"]).toEqual(reference(page));
    expect(child(schemas, page, "properties", "items", "items")).toHaveProperty("$ref");
  }
});

it("tells that balances also take a token with the scope embed", () => {
  const { description, security } = child(document, "paths", "/gift-cards/balances", "post");
  expect(security).toEqual([{ accessToken: ["gift-cards.read"] }, { accessToken: ["embed"] }]);
  expect(description).toContain("`embed`");
});
