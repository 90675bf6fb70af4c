import { expect, it } from "vitest";
import { id, openWorld } from "./world.ts";

interface Condition {
  readonly name: string;
  readonly operator: string;
  readonly value: unknown;
}

/** A fresh rule that declines, and a way to give it conditions. */
async function openRule() {
  const place = { flow: "card-transaction", action: "decline-early" };
  const outcome = { type: "boolean", result: true };
  const rule = { id: id(801), ...place, position: 0, conditions: [], outcome };
  const world = await openWorld({ flow_rules: [rule] });
  const target = `/flows/${place.flow}/actions/${place.action}/rules/${id(801)}`;
  return {
    ...world,
    change: (body: object) => world.ask("PUT", target, { body: { position: 0, ...body } }),
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
  const { change, store, update } = await openRule();
  const condition = { name: "has_gift_cards", operator: "equal_to", value: true };
  await update(condition);
  await change({ description: "Gift cards" });
  const kept = await store.read(({ flowRules }) => flowRules.find(id(801)));
  expect(kept).toMatchObject({ description: "Gift cards", conditions: [condition] });
});

it("a condition does not go with an action that the contract keeps it from", async () => {
  const { update } = await openRule();
  const { body, status } = await update({ name: "payment_method", operator: "equal_to", value: "card" });
  expect([status, body.details[0].pointer]).toEqual([400, "/conditions/0"]);
});
