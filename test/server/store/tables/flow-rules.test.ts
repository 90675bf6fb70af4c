import { expect, test } from "vitest";
import { id, seededStore } from "../stores.ts";

const ruleBase = {
  flow: "card-transaction",
  action: "skip-3ds",
  outcome: { type: "boolean", result: true },
} as const;

test("a rule is found by id, with its siblings by position, and keeps its changes", async () => {
  const store = await seededStore({
    flow_rules: [
      { ...ruleBase, id: id(1), position: 1 },
      { ...ruleBase, id: id(2), position: 0 },
      { ...ruleBase, id: id(3), action: "decline-early" },
    ],
  });
  const rule = await store.read((resources) => resources.flowRules.find(id(1)));
  if (rule === undefined) throw new Error("the rule is missing");
  const order = async () =>
    (await store.read((resources) => resources.flowRules.siblings(rule))).map((one) => [
      one.id,
      one.position,
    ]);
  expect(await order()).toEqual([
    [id(2), 0],
    [id(1), 1],
  ]);
  await store.write((resources) =>
    resources.flowRules.update({ ...rule, position: 0, description: "moved" }),
  );
  expect(await order()).toEqual([
    [id(1), 0],
    [id(2), 0],
  ]);
  const moved = await store.read((resources) => resources.flowRules.find(id(1)));
  expect(moved).toEqual({ ...rule, position: 0, description: "moved" });
  expect(await store.read((resources) => resources.flowRules.find(id(9)))).toBeUndefined();
});
