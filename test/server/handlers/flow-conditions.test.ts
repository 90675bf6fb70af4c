import { expect, it } from "vitest";
import { id, openWorld } from "./world.ts";

interface Condition {
  readonly name: string;
  readonly operator: string;
  readonly value: unknown;
}

type Action = "decline-early" | "route-transaction";

const outcomes = {
  "decline-early": { type: "boolean", result: true },
  "route-transaction": { type: "card-routing", version: 2, result: [] },
};

/** A fresh rule of an action, and a way to give it conditions. */
async function openRule(action: Action = "decline-early") {
  const flow = "card-transaction";
  const rule = { id: id(801), flow, action, position: 0, conditions: [], outcome: outcomes[action] };
  const world = await openWorld({ flow_rules: [rule] });
  const target = `/flows/${flow}/actions/${action}/rules/${id(801)}`;
  return {
    ...world,
    update: (...conditions: unknown[]) => world.ask("PUT", target, { body: { position: 0, conditions } }),
  };
}

function row(name: string, operators: readonly string[], values: readonly unknown[]): Condition[] {
  return operators.flatMap((operator) => values.map((value) => ({ name, operator, value })));
}

const membership = ["is_one_of", "is_not_one_of"];

const requestOnly: readonly Condition[] = [
  ...row("gift_card_bin", membership, [["1-2", "123456789-123456799"]]),
  ...row("has_gift_cards", ["equal_to"], [true, false]),
];

it.each(requestOnly)(
  "the condition $name $operator $value is kept, and left out of the answer",
  async (condition) => {
    const { store, update } = await openRule();
    const other = { name: "country", operator: "is_one_of", value: ["GB"] };
    const { body, status } = await update(condition, other);
    expect([status, body.conditions]).toEqual([200, [other]]);
    const kept = await store.read(({ flowRules }) => flowRules.find(id(801)));
    expect(kept?.conditions).toEqual([condition, other]);
  },
);

it("a condition that only requests show survives an update that does not name conditions", async () => {
  const { ask, store, update } = await openRule();
  const condition = { name: "has_gift_cards", operator: "equal_to", value: true };
  await update(condition);
  const target = `/flows/card-transaction/actions/decline-early/rules/${id(801)}`;
  await ask("PUT", target, { body: { position: 0, description: "Gift cards" } });
  const kept = await store.read(({ flowRules }) => flowRules.find(id(801)));
  expect(kept).toMatchObject({ description: "Gift cards", conditions: [condition] });
});

const one = { name: "payment_method", operator: "equal_to", value: "card" };
const someOf = { name: "payment_method", operator: "is_one_of", value: ["card"] };
const noneOf = { name: "payment_method", operator: "is_not_one_of", value: ["card"] };

it.each<[Action, Condition]>([
  ["route-transaction", one],
  ["decline-early", someOf],
  ["decline-early", noneOf],
])("a condition goes with %s: %j", async (action, condition) => {
  const { update } = await openRule(action);
  const { body, status } = await update(condition);
  expect([status, body.conditions]).toEqual([200, [condition]]);
});

it.each<[Action, Condition]>([
  ["decline-early", one],
  ["route-transaction", someOf],
  ["route-transaction", noneOf],
])("a condition does not go with %s: %j", async (action, condition) => {
  const { update } = await openRule(action);
  const { body, status } = await update(condition);
  expect([status, body.details[0].pointer]).toEqual([400, "/conditions/0"]);
});
