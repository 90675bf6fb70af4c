import type { z } from "zod";
import { isRecord } from "../values/json.ts";
import type { JsonSchema } from "./json-schema.ts";

/** The resources that the description names, each by the schema that validates it. */
const resources: Readonly<Record<string, () => Promise<z.ZodType>>> = {
  AccountUpdaterJob: async () => (await import("./schemas/account-updater.ts")).accountUpdaterJob,
  ApiKeyPair: async () => (await import("./schemas/api-key-pairs.ts")).apiKeyPair,
  AuditLog: async () => (await import("./schemas/audit-logs.ts")).auditLog,
  BillingDetails: async () => (await import("./schemas/buyers.ts")).billingDetails,
  Buyer: async () => (await import("./schemas/buyers.ts")).buyer,
  FlowCondition: async () => (await import("./schemas/flow-conditions.ts")).flowCondition,
  FlowOutcome: async () => (await import("./schemas/flow-rules.ts")).flowOutcome,
  FlowRule: async () => (await import("./schemas/flow-rules.ts")).flowRule,
  GiftCardSummary: async () => (await import("./schemas/gift-cards.ts")).giftCardSummary,
  MerchantAccount: async () => (await import("./schemas/merchant-accounts.ts")).merchantAccount,
  NetworkToken: async () => (await import("./schemas/network-tokens.ts")).networkToken,
  NetworkTokenCryptogram: async () =>
    (await import("./schemas/network-tokens.ts")).provisionCryptogram.response,
  Role: async () => (await import("./schemas/api-key-pairs.ts")).role,
  ThreeDsConfiguration: async () =>
    (await import("./schemas/three-ds-configurations.ts")).threeDsConfiguration,
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

/** The schema of a named resource itself, spelled out. */
export function resourceSchema(schema: z.ZodType, names: ResourceNames): JsonSchema {
  const others = new Map(names);
  others.delete(schema);
  return jsonSchema(schema, "output", others);
}

function jsonSchema(schema: z.ZodType, io: "input" | "output", names: ResourceNames): JsonSchema {
  const { $schema: _, ...plain } = schema.toJSONSchema({
    io,
    override: ({ zodSchema, jsonSchema: node }) => {
      const name = names.get(zodSchema);
      if (name === undefined) tidy(node);
      else replaceBy(node, { $ref: `#/components/schemas/${name}` });
    },
  });
  return plain;
}

/** Drops what adds nothing: a pattern implied by the format, the bounds of safe integers, an open object. */
function tidy(node: JsonSchema): void {
  if (node["format"] === "uuid" || node["format"] === "date-time") delete node["pattern"];
  if (node["minimum"] === Number.MIN_SAFE_INTEGER) delete node["minimum"];
  if (node["maximum"] === Number.MAX_SAFE_INTEGER) delete node["maximum"];
  const rest = node["additionalProperties"];
  if (isRecord(rest) && Object.keys(rest).length === 0) delete node["additionalProperties"];
}

function replaceBy(node: JsonSchema, other: JsonSchema): void {
  for (const key of Object.keys(node)) delete node[key];
  Object.assign(node, other);
}
