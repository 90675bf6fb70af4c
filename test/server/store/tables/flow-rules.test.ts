import { expect, test } from "vitest";
import { id, seededStore } from "../stores.ts";

const decline = {
  flow: "card-transaction",
  action: "decline-early",
  outcome: { type: "boolean", result: true },
} as const;

test("a rule is found by id, with its siblings by position, and keeps its changes", async () => {
  const store = await seededStore({
    merchant_accounts: [{ id: "other", display_name: "Other" }],
    flow_rules: [
      { ...decline, id: id(2), position: 1 },
      { ...decline, id: id(1), position: 0 },
      { ...decline, id: id(3), action: "skip-3ds" },
      { ...decline, id: id(4), flow: "non-card-transaction" },
      { ...decline, id: id(5), merchant_account_id: "other" },
    ],
  });
  const rule = await store.read((resources) => resources.flowRules.find(id(2)));
  if (rule === undefined) throw new Error("the rule is missing");
  const places = async () =>
    (await store.read((resources) => resources.flowRules.siblings(rule))).map((one) => [
      one.id,
      one.position,
    ]);
  expect(await places()).toEqual([
    [id(1), 0],
    [id(2), 1],
  ]);
  const changed = { ...rule, position: 0, description: "moved" };
  await store.write((resources) => resources.flowRules.update(changed));
  // If two have the same position, their ids decide.
  expect(await places()).toEqual([
    [id(1), 0],
    [id(2), 0],
  ]);
  expect(await store.read((resources) => resources.flowRules.find(id(2)))).toEqual(changed);
  expect(await store.read((resources) => resources.flowRules.find(id(9)))).toBeUndefined();
});
