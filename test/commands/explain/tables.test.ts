import { expect, it } from "vitest";
import { findSkeleton } from "../../../src/commands/explain/explain.ts";
import { fieldRows } from "../../../src/commands/explain/field-rows.ts";
import { loadJsonSchemas } from "../../../src/commands/explain/operation-schemas.ts";
import { meanings } from "../../../src/contract/meanings.ts";
import type { OperationSchemas } from "../../../src/contract/operation.ts";
import { allOperations } from "../../../src/contract/operations.ts";

async function requestFields(): Promise<string[]> {
  const all = await Promise.all(allOperations.map(loadJsonSchemas));
  return all.flatMap(({ path = {}, query = {}, body = {} }) =>
    [path, query, body].flatMap((schema) => fieldRows(schema).map(({ name }) => name)),
  );
}

it("every field of every request has a meaning, and no other", async () => {
  expect(Object.keys(meanings)).toEqual([...new Set(await requestFields())].toSorted());
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
