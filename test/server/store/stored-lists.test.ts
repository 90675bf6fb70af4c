import { expect, test } from "vitest";
import { storedLists } from "../../../src/contract/control/words.ts";
import { seededStore, storedRows } from "./stores.ts";

test("each list is counted as it is read", async () => {
  const store = await seededStore({ buyers: [{ display_name: "Ada" }, { display_name: "Mary" }] });
  const counts = await store.read(({ lists }) => lists.count());
  const read = storedLists.map(async (list) => [list, (await storedRows(store, list)).length]);
  expect(counts).toEqual(Object.fromEntries(await Promise.all(read)));
  expect(counts.buyers).toBe(2);
});
