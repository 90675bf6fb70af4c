import { expect, it } from "vitest";
import { fieldRows } from "../../../src/commands/explain/field-rows.ts";

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
