import { expect, test } from "vitest";
import { reconciliationId } from "../../../../src/server/store/entries/reconciliation-id.ts";

test.each([
  ["fe26475d-ec3e-4884-9553-f7356683f7f9", "7jZXl4gBUNl0CnaLEnfXbt"],
  ["00000000-0000-0000-0000-000000000000", "0000000000000000000000"],
  ["00000000-0000-0000-0000-00000000003e", "0000000000000000000010"],
  ["ffffffff-ffff-ffff-ffff-ffffffffffff", "7n42DGM5Tflk9n8mt7Fhc7"],
])("the id %s is %s in base62", (id, text) => {
  expect(reconciliationId(id)).toBe(text);
});
