import { expect, it } from "vitest";
import { fieldRows, typeText } from "../../../src/commands/explain/field-rows.ts";

const address = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
const card = { type: "object", properties: { number: { type: "string" } } };

/** Names with their types, a star after those that are required. */
function rows(properties: Record<string, unknown>, required: readonly string[] = []): string[] {
  return fieldRows({ type: "object", properties, required }).map(
    (row) => `${row.name}${row.required ? "*" : ""}: ${[row.type, ...row.alternatives].join(" | ")}`,
  );
}

it("the rows of an object are its fields, the required ones marked", () => {
  expect(rows({ id: { type: "string" }, position: { type: "number" } }, ["id"])).toEqual([
    "id*: string",
    "position: number",
  ]);
});

it("the rows continue below an object, even one that may be null", () => {
  expect(rows({ home: address, work: { anyOf: [address, { type: "null" }] } })).toEqual([
    "home: object",
    "home.city*: string",
    "work: object or null",
    "work.city*: string",
  ]);
});

it("the rows continue below the one object that a list holds", () => {
  expect(rows({ places: { type: "array", items: address } })).toEqual([
    "places: array of objects",
    "places[].city*: string",
  ]);
});

it("the rows name the objects that may stand in one place, and go below none of them", () => {
  expect(rows({ items: { type: "array", items: { anyOf: [address, card] } } })).toEqual([
    "items: array of objects | {city: string} | {number: string}",
  ]);
});

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
