import { expect, it } from "vitest";
import * as z from "zod";
import { literal, typeOf } from "../../tools/declarations.ts";

it.each<[z.ZodType, string]>([
  [z.string(), "string"],
  [z.int(), "number"],
  [z.boolean().nullable(), "boolean | null"],
  [z.unknown(), "unknown"],
  [z.literal(417), "417"],
  [z.enum(["a", "b"]), '"a" | "b"'],
  [z.union([z.int(), z.string(), z.number()]), "number | string"],
  [z.array(z.enum(["a", "b"])), 'readonly ("a" | "b")[]'],
  [z.record(z.string(), z.int()), "Readonly<Record<string, number>>"],
  [
    z.strictObject({ id: z.string(), count: z.int().optional() }),
    "{\nreadonly id: string;\nreadonly count?: number | undefined;\n}",
  ],
  [z.looseObject({ id: z.string() }), "{\nreadonly id: string;\nreadonly [field: string]: unknown;\n}"],
  [
    z.strictObject({ id: z.string().meta({ description: "Its id." }) }),
    "{\n/** Its id. */\nreadonly id: string;\n}",
  ],
])("the type of schema %# is written as TypeScript, readonly throughout", (schema, type) => {
  expect(typeOf({ ...schema.toJSONSchema({ io: "input" }) })).toBe(type);
});

it.each([
  [{ id: "shop", "user-agent": [1, null] }, 80, '{ id: "shop", "user-agent": [1, null] }'],
  [[{ id: "shop" }, { id: "store" }], 30, '[\n  { id: "shop" },\n  { id: "store" },\n]'],
  [{ key: "-----BEGIN PUBLIC KEY-----\n" }, 80, "{ key: pem }"],
])("an example of %j in %d columns is JavaScript", (value, width, text) => {
  expect(literal(value, width)).toBe(text);
});
