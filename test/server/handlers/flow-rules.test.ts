import fc from "fast-check";
import { expect, it } from "vitest";
import { thorough } from "../../helpers/thorough.ts";
import { created, entryOf, id, now, openWorld } from "./world.ts";

const country = { name: "country", operator: "is_one_of", value: ["GB"] };

function rule(number: number, position: number, parts: object = {}) {
  return {
    id: id(number),
    merchant_account_id: "default",
    flow: "card-transaction",
    action: "decline-early",
    position,
    description: `Rule ${number}`,
    conditions: [country],
    outcome: { type: "boolean", result: true },
    error_code: "flow_blocked",
    created_at: created,
    updated_at: created,
    ...parts,
  };
}

const flow_rules = [
  rule(801, 0),
  rule(802, 1),
  rule(803, 2),
  rule(811, 0, { action: "skip-3ds", error_code: null }),
  rule(821, 0, { merchant_account_id: "acme" }),
  rule(822, 1, { merchant_account_id: "acme" }),
];

function target(number: number, action = "decline-early", flow = "card-transaction"): string {
  return `/flows/${flow}/actions/${action}/rules/${id(number)}`;
}

function change(body: object) {
  return { scopes: ["flows.write"], body };
}

function open() {
  return openWorld({ flow_rules });
}

/** The ids of a group in the order of their positions, and the positions themselves. */
async function orderOf(world: Awaited<ReturnType<typeof open>>, number: number) {
  const rules = await world.store.read(async ({ flowRules }) => {
    const found = await flowRules.find(id(number));
    return found ? flowRules.siblings(found) : [];
  });
  return rules.map(({ id: ruleId, position }) => [Number(ruleId.slice(-3)), position]);
}

const inOrder = (numbers: readonly number[]) => numbers.map((number, index) => [number, index]);

it.each([
  ["keeps what the request does not name", { description: "Only Britain" }],
  [
    "replaces what the request names",
    {
      description: "All new",
      conditions: [{ name: "currency", operator: "is_not_one_of", value: ["EUR"] }],
      outcome: { type: "boolean", result: true },
      error_code: "flow_other_reason",
    },
  ],
  ["clears by null and an empty list", { description: null, error_code: null, conditions: [] }],
])("updateFlowRule %s", async (_, fields) => {
  const { ask } = await open();
  expect(await ask("PUT", target(801), change({ position: 0, ...fields }))).toEqual({
    status: 200,
    body: { type: "rule", ...rule(801, 0), ...fields, updated_at: now },
  });
});

it("updateFlowRule changes nothing when the rule is so already", async () => {
  const { ask } = await open();
  const body = { position: 1, description: "Rule 802", conditions: [country], error_code: "flow_blocked" };
  expect((await ask("PUT", target(802), change(body))).body).toEqual({ type: "rule", ...rule(802, 1) });
  expect((await ask("GET", "/audit-logs")).body.items).toEqual([]);
});

it.each([
  [801, 0, [801, 802, 803]],
  [801, 1, [802, 801, 803]],
  [801, 2, [802, 803, 801]],
  [803, 0, [803, 801, 802]],
  [803, 1, [801, 803, 802]],
  [802, 0, [802, 801, 803]],
  [802, 2, [801, 803, 802]],
  [801, 3, [802, 803, 801]],
  [801, 9_007_199_254_740_991, [802, 803, 801]],
])("the position of a rule moves from %i to %i and shifts the others", async (number, position, order) => {
  const world = await open();
  const { body } = await world.ask("PUT", target(number), change({ position }));
  expect(body.position).toBe(Math.min(position, 2));
  expect(await orderOf(world, 801)).toEqual(inOrder(order));
});

it("the position of a rule stays 0..n-1 without gaps, whatever moves where", async () => {
  const move = fc.record({ number: fc.constantFrom(801, 802, 803), position: fc.nat(5) });
  await fc.assert(
    fc.asyncProperty(fc.array(move, { maxLength: 6 }), async (moves) => {
      const world = await open();
      const model = [801, 802, 803];
      for (const { number, position } of moves) {
        await world.ask("PUT", target(number), change({ position }));
        model.splice(model.indexOf(number), 1);
        model.splice(position, 0, number);
      }
      expect(await orderOf(world, 801)).toEqual(inOrder(model));
    }),
    { numRuns: thorough(5, 20) },
  );
});

it("the position of a rule concerns the rules of one flow, action and account only", async () => {
  const world = await open();
  await world.ask("PUT", target(822), change({ position: 0 }));
  const orders = await Promise.all([821, 801, 811].map((number) => orderOf(world, number)));
  expect(orders).toEqual([[822, 821], [801, 802, 803], [811]].map(inOrder));
});

it("a move leaves the updated_at of the rules that make room", async () => {
  const world = await open();
  await world.ask("PUT", target(803), change({ position: 0 }));
  const moved = await world.store.read(({ flowRules }) => flowRules.find(id(801)));
  expect(moved).toMatchObject({ position: 1, updated_at: created });
});

it("a change of a rule is recorded in the rule's account", async () => {
  const { ask } = await open();
  await ask("PUT", target(821), change({ position: 0, description: "Renamed" }));
  expect((await ask("GET", "/audit-logs")).body.items).toEqual([]);
  expect((await ask("GET", "/audit-logs", { account: "acme" })).body.items).toEqual([
    entryOf("updated", { type: "rule", id: id(821), name: "Renamed" }, "acme"),
  ]);
});

it("a change names a rule without a description by its flow and action", async () => {
  const { ask } = await open();
  await ask("PUT", target(801), change({ position: 0, description: null }));
  const { body } = await ask("GET", "/audit-logs");
  expect(body.items[0].resource.name).toBe("card-transaction decline-early");
});

it("a refused change leaves nothing behind", async () => {
  const world = await open();
  const list = { type: "list", result: ["card"] };
  const { status } = await world.ask("PUT", target(801), change({ position: 2, outcome: list }));
  expect(status).toBe(400);
  expect(await orderOf(world, 801)).toEqual(inOrder([801, 802, 803]));
});

it("a rule is found in the accounts of its caller's key pair, and is 404, not 403, elsewhere", async () => {
  const { ask } = await open();
  const everywhere = await ask("PUT", target(821), change({ position: 1 }));
  const own = await ask("PUT", target(821), { ...change({ position: 1 }), as: "acmeOnly" });
  const foreign = await ask("PUT", target(801), { ...change({ position: 1 }), as: "acmeOnly" });
  expect(everywhere.body.merchant_account_id).toBe("acme");
  expect([everywhere, own, foreign].map(({ status }) => status)).toEqual([200, 200, 404]);
});

it.each([
  [999, "decline-early", "card-transaction"],
  [801, "skip-3ds", "card-transaction"],
  [801, "decline-early", "non-card-transaction"],
])("a call is answered 404 when no rule %i is at %s of %s", async (number, action, flow) => {
  const { ask } = await open();
  expect((await ask("PUT", target(number, action, flow), change({ position: 0 }))).status).toBe(404);
});

it.each([
  ["checkout", "route-transaction"],
  ["redirect-transaction", "decline-early"],
])("a rule is refused before it is looked for when %s does not take %s", async (flow, action) => {
  const { ask } = await open();
  const { body, status } = await ask("PUT", target(999, action, flow), change({ position: 0 }));
  expect([status, body.message]).toEqual([400, `The flow ${flow} does not take the action ${action}`]);
});

it("an error_code goes only with decline-early; null, as answers show it, with every action", async () => {
  const { ask } = await open();
  const wrong = {
    type: "value_error",
    input: "flow_blocked",
    msg: "error_code needs the action decline-early",
  };
  const options = change({ position: 0, error_code: "flow_blocked" });
  expect(await ask("PUT", target(811, "skip-3ds"), options)).toEqual({
    status: 422,
    body: { detail: [{ loc: ["body", "error_code"], ...wrong }] },
  });
  const cleared = change({ position: 0, error_code: null });
  expect((await ask("PUT", target(811, "skip-3ds"), cleared)).status).toBe(200);
});
