import { expect, it } from "vitest";
import { findSkeleton } from "../../../src/commands/explain/explain.ts";
import { fieldRows } from "../../../src/commands/explain/field-rows.ts";
import { loadJsonSchemas } from "../../../src/commands/explain/operation-schemas.ts";
import type { OperationSchemas } from "../../../src/contract/operation.ts";
import { allOperations } from "../../../src/contract/operations.ts";

it.each(allOperations)("every field of a request and an answer of $name has a meaning", async (row) => {
  const { path = {}, query = {}, body = {}, response = {} } = await loadJsonSchemas(row);
  const rows = [path, query, body, response].flatMap((schema) => fieldRows(schema));
  expect(rows.filter(({ meaning }) => meaning === "").map(({ name }) => name)).toEqual([]);
});

it.each(allOperations)(
  "the operation $name has a body to start from that validates, if it takes one",
  async (row) => {
    const { body }: OperationSchemas = await row.schemas();
    const skeleton = findSkeleton(row.name);
    expect(skeleton === undefined).toBe(body === undefined);
    expect(body?.safeParse(skeleton).error).toBeUndefined();
  },
);
