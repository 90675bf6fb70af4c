import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, expect, it } from "vitest";
import { allControlOperations } from "../../../src/contract/control/operations.ts";
import { emptySeed } from "../../../src/server/seed/seed.ts";
import type { ControlDocument } from "../../helpers/described.ts";
import { findContradiction } from "../../helpers/described.ts";
import { type Reference, startReference } from "../../helpers/server.ts";

let reference: Reference;
let document: ControlDocument;
beforeAll(async () => {
  reference = await startReference({ seed: emptySeed() });
  document = (await reference.request("GET", "/_reference/openapi.json", { token: null })).json;
});
afterAll(() => reference.close());

it("the control interface's description is valid OpenAPI 3.1", async () => {
  expect(await new Validator().validate(JSON.parse(JSON.stringify(document)))).toEqual({ valid: true });
});

it("the control interface's description has every route, and no other", () => {
  const described = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path.slice(1)}`),
  );
  expect(described.toSorted()).toEqual(
    allControlOperations.map(({ method, path }) => `${method} ${path}`).toSorted(),
  );
});

it("the control interface's description has no reference that leads nowhere", () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
    ([, path = ""]) => path,
  );
  const dangling = references.filter((path) => {
    const [first, kind = "", name = ""] = path.split("/");
    return first !== "components" || document.components[kind]?.[name] === undefined;
  });
  expect(references.length).toBeGreaterThan(0);
  expect(dangling).toEqual([]);
});

it("no two routes of the control interface's description have one operation id", () => {
  const ids = [...JSON.stringify(document).matchAll(/"operationId":"(\w+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

it.each([
  ["GET", "clock", 200, '{"time":"2026-01-01T00:00:00Z","frozen":false,"tokens":"never"}'],
  ["GET", "clock", 200, ""],
  ["GET", "clock", 201, "{}"],
  ["DELETE", "faults", 204, "{}"],
  ["POST", "tokens", 422, '{"message":"wrong"}'],
])("an answer that contradicts the description is found: %s %s %i %s", (method, path, status, body) => {
  expect(findContradiction(document, { method, path }, { status, headers: {}, body })).toContain(
    `${method} ${path}`,
  );
});
