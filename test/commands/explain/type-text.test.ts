import { expect, it } from "vitest";
import { typeText } from "../../../src/commands/explain/field-rows.ts";

it.each([
  [{ type: "string", minLength: 1, maxLength: 50 }, "string, 1 to 50 characters"],
  [{ type: "string", minLength: 0, maxLength: 300 }, "string, at most 300 characters"],
  [{ type: "string", minLength: 1 }, "string, not empty"],
  [{ type: "string", format: "uuid", pattern: "^x$" }, "UUID"],
  [{ type: "string", format: "password", pattern: "^x$" }, "string, secret, matching ^x$"],
  [{ type: "integer", minimum: 0, maximum: 9 }, "integer, 0 to 9"],
  [{ type: "integer", minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }, "integer"],
  [{ type: "number", minimum: 0 }, "number, at least 0"],
  [{ type: "boolean", default: false }, "true or false, false unless given"],
  [{ type: ["string", "null"] }, "string or null"],
  [{ anyOf: [{ type: "string", maxLength: 3 }, { type: "null" }] }, "string, at most 3 characters, or null"],
  [{ enum: ["a", "b", "c"] }, "a, b or c"],
  [{ const: "buyer" }, '"buyer"'],
  [{ type: "array", items: { type: "string" }, uniqueItems: true }, "array of string, no duplicates"],
  [{ type: "array", items: { enum: ["a", "b"] }, minItems: 1 }, "array of (a or b), not empty"],
  [{ type: "object", properties: { a: { type: "integer" }, b: {} } }, "{a: integer; b: any value}"],
  [{ type: "object", additionalProperties: {} }, "object with any keys"],
  [{}, "any value"],
])("the type of %j is written %s", (schema, text) => {
  expect(typeText(schema)).toBe(text);
});
