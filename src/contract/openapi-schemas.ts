import type { z } from "zod";
import { isRecord } from "../values/record.ts";
import { alternativesOf, type JsonSchema, propertiesOf } from "./json-schema.ts";
import { pascalCase } from "./words.ts";

/** The resources that the description names, each by the schema that validates it. */
const resources: Readonly<Record<string, () => Promise<z.ZodType>>> = {
  AccountUpdaterJob: async () => (await import("./schemas/account-updater.ts")).accountUpdaterJob,
  ApiKeyPairPage: async () => (await import("./schemas/api-key-pairs.ts")).listApiKeyPairs.response,
  ApiKeyPair: async () => (await import("./schemas/api-key-pairs.ts")).apiKeyPair,
  AuditLogPage: async () => (await import("./schemas/audit-logs.ts")).listAuditLogs.response,
  AuditLog: async () => (await import("./schemas/audit-logs.ts")).auditLog,
  BillingDetails: async () => (await import("./schemas/buyers.ts")).billingDetails,
  BuyerPage: async () => (await import("./schemas/buyers.ts")).listBuyers.response,
  Buyer: async () => (await import("./schemas/buyers.ts")).buyer,
  DirectGiftCard: async () => (await import("./schemas/gift-cards.ts")).directGiftCard,
  FlowCondition: async () => (await import("./schemas/flow-conditions.ts")).flowCondition,
  FlowOutcome: async () => (await import("./schemas/flow-rules.ts")).flowOutcome,
  FlowRule: async () => (await import("./schemas/flow-rules.ts")).flowRule,
  GiftCardBalances: async () => (await import("./schemas/gift-cards.ts")).fetchGiftCardBalances.response,
  GiftCardSummary: async () => (await import("./schemas/gift-cards.ts")).giftCardSummary,
  MerchantAccount: async () => (await import("./schemas/merchant-accounts.ts")).merchantAccount,
  NetworkToken: async () => (await import("./schemas/network-tokens.ts")).networkToken,
  NetworkTokenCryptogram: async () =>
    (await import("./schemas/network-tokens.ts")).provisionCryptogram.response,
  Role: async () => (await import("./schemas/api-key-pairs.ts")).role,
  StoredGiftCard: async () => (await import("./schemas/gift-cards.ts")).storedGiftCard,
  ThreeDsConfigurationList: async () =>
    (await import("./schemas/three-ds-configurations.ts")).listThreeDsConfigurations.response,
  ThreeDsConfiguration: async () =>
    (await import("./schemas/three-ds-configurations.ts")).threeDsConfiguration,
};

/** Unions whose alternatives are distinguished by the word in one property; each becomes a component of its own. */
const unions: Readonly<Record<string, UnionNaming>> = {
  FlowCondition: { property: "name", suffix: "Condition" },
  FlowOutcome: { property: "type", suffix: "Outcome" },
};

/** Names by schema object, compared by identity. */
export type ResourceNames = ReadonlyMap<unknown, string>;

export async function loadResources(): Promise<ReadonlyMap<z.ZodType, string>> {
  const names = new Map<z.ZodType, string>();
  for (const [name, load] of Object.entries(resources)) names.set(await load(), name);
  return names;
}

/** The JSON Schema of what a caller sends; named resources inside it become references. */
export function requestSchema(schema: z.ZodType, names: ResourceNames): JsonSchema {
  return jsonSchema(schema, "input", names);
}

/** The JSON Schema of what the service answers. */
export function responseSchema(schema: z.ZodType, names: ResourceNames): JsonSchema {
  return jsonSchema(schema, "output", names);
}

/** Every named resource by its name, spelled out; a union as one component for each of its words. */
export function resourceSchemas(resources: ReadonlyMap<z.ZodType, string>): Record<string, JsonSchema> {
  return Object.fromEntries(
    [...resources].flatMap(([schema, name]) => {
      const others = new Map(resources);
      others.delete(schema);
      const spelledOut = jsonSchema(schema, "output", others);
      const naming = unions[name];
      return naming === undefined ? [[name, spelledOut]] : splitUnion(name, spelledOut, naming);
    }),
  );
}

function jsonSchema(schema: z.ZodType, io: "input" | "output", names: ResourceNames): JsonSchema {
  const { $schema: _, ...plain } = schema.toJSONSchema({
    io,
    override: ({ zodSchema, jsonSchema: node }) => {
      const name = names.get(zodSchema);
      if (name !== undefined) return replaceBy(node, { $ref: `#/components/schemas/${name}` });
      tidy(node);
      // A generator that makes an enum of it spells its word "true", and refuses the value.
      if (names.size > 0 && node.type === "boolean") delete node.const;
    },
  });
  return plain;
}

/** Drops what adds nothing: a pattern implied by the format, bounds that any integer has, an open object. */
function tidy(node: JsonSchema): void {
  if (node["format"] === "uuid" || node["format"] === "date-time") delete node["pattern"];
  if (node["minimum"] === Number.MIN_SAFE_INTEGER && node["maximum"] === Number.MAX_SAFE_INTEGER) {
    delete node["minimum"];
    delete node["maximum"];
  }
  const rest = node["additionalProperties"];
  if (isRecord(rest) && Object.keys(rest).length === 0) delete node["additionalProperties"];
}

function replaceBy(node: JsonSchema, other: JsonSchema): void {
  for (const key of Object.keys(node)) delete node[key];
  Object.assign(node, other);
}

/** How the alternatives of a union are distinguished and named. */
interface UnionNaming {
  /** The property with the word that tells them apart. */
  readonly property: string;
  /** The ending of their names. */
  readonly suffix: string;
}

/** A union as named components: a flat list of references with a discriminator, and one schema for each word. */
function splitUnion(
  name: string,
  union: JsonSchema,
  { property, suffix }: UnionNaming,
): [string, JsonSchema][] {
  const schemas = new Map<string, JsonSchema>();
  for (const schema of flatAlternatives(union)) {
    const word = wordOf(schema, property);
    const before = schemas.get(word);
    schemas.set(word, before === undefined ? schema : joinByOperator(before, schema));
  }
  const parts = [...schemas].map(([word, schema]) => ({
    word,
    schema,
    name: `${pascalCase(word)}${suffix}`,
  }));
  const references = parts.map((part) => [part.word, `#/components/schemas/${part.name}`] as const);
  const whole = {
    oneOf: references.map(([, $ref]) => ({ $ref })),
    discriminator: { propertyName: property, mapping: Object.fromEntries(references) },
  };
  return [[name, whole], ...parts.map((part): [string, JsonSchema] => [part.name, part.schema])];
}

function flatAlternatives(schema: JsonSchema): readonly JsonSchema[] {
  const inner = alternativesOf(schema);
  return inner.length === 0 ? [schema] : inner.flatMap(flatAlternatives);
}

function wordOf(schema: JsonSchema, property: string): string {
  const node = propertiesOf(schema)[property];
  return isRecord(node) ? String(node["const"]) : "";
}

/** Some linters close every object that does not say otherwise, even a part of a rule. */
const others = { additionalProperties: true };

/** Two objects of the same word as one: their operators together, and which value goes with which of them. */
function joinByOperator(first: JsonSchema, second: JsonSchema): JsonSchema {
  const [one, other] = [propertiesOf(first), propertiesOf(second)];
  const [value, otherValue] = [undescribed(one["value"]), undescribed(other["value"])];
  return {
    ...first,
    properties: {
      ...one,
      operator: {
        type: "string",
        enum: [one, other].flatMap(({ operator }) => wordsOf(operator)),
        ...descriptionOf(one["operator"]),
      },
      value: { anyOf: [value, otherValue], ...descriptionOf(one["value"]) },
    },
    if: { properties: { operator: { enum: wordsOf(one["operator"]) } }, ...others },
    then: { properties: { value }, ...others },
    else: { properties: { value: otherValue }, ...others },
  };
}

function descriptionOf(node: unknown): JsonSchema {
  return isRecord(node) ? { description: node["description"] } : {};
}

function undescribed(node: unknown): unknown {
  const { description: _, ...rest } = isRecord(node) ? node : {};
  return rest;
}

function wordsOf(node: unknown): readonly unknown[] {
  if (!isRecord(node)) return [];
  return Array.isArray(node["enum"]) ? node["enum"] : [node["const"]];
}
