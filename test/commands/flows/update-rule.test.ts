import { expect, it } from "vitest";
import { bodyOf } from "../../helpers/body-of.ts";
import { refused } from "../../helpers/refused.ts";
import { run } from "../../helpers/run.ts";
import { ids } from "../../helpers/small-company.ts";

const rule = `flows update-rule card-transaction skip-3ds ${ids.secondRule}`;

it("flows update-rule --help says that the position is always required, and the rest stays as it is", async () => {
  const { stdout } = await run("flows update-rule --help", {});
  expect(stdout.replaceAll(/\s+/g, " ")).toContain(
    "Fields not given stay as they are, but the service always requires the position: give --position even if",
  );
});

it("flows update-rule moves a rule and shows it", async () => {
  const { code, stdout, stderr } = await run(`${rule} --position 0 -o table`);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatchInlineSnapshot(`
      "type                 rule
      position             0
      description          Known buyers
      conditions           [{"name":"amount","operator":"less_than","value":{"currency":"EUR","value":1000}}]
      outcome.type         boolean
      outcome.result       true
      id                   f2000000-0000-4000-8000-000000000002
      created_at           2026-01-10T09:00:00Z
      updated_at           2026-01-15T12:00:00Z
      flow                 card-transaction
      action               skip-3ds
      merchant_account_id  default
      "
    `);
});

it("flows update-rule sends what is named and nothing else", async () => {
  const ran = await run(
    `${rule} --position 1 --no-description --outcome '{"type":"three-d-secure","result":"force"}'`,
  );
  expect(ran.code).toBe(0);
  expect(bodyOf(ran)).toEqual({
    position: 1,
    description: null,
    outcome: { type: "three-d-secure", result: "force" },
  });
  expect(JSON.parse(ran.stdout)).toMatchObject({ description: null, outcome: { result: "force" } });
});

it("flows update-rule takes fields from a file", async () => {
  const files = {
    "rule.yaml": "position: 0\nconditions:\n  - {name: amount_zero, operator: equal_to, value: 0}\n",
  };
  const ran = await run(`${rule} -f rule.yaml`, { files });
  expect(ran.code).toBe(0);
  expect(JSON.parse(ran.stdout).conditions).toEqual([
    { name: "amount_zero", operator: "equal_to", value: 0 },
  ]);
});

it("flows update-rule exits with 2 without a position, and names it", async () => {
  expect(await refused(`${rule} --description Later`)).toMatchInlineSnapshot(`
      "error: the request is not valid
        body.position: is missing, even if the rule stays in place
      hint: add --position N
      "
    `);
});

it("flows update-rule exits with 2 for an action that the flow does not have", async () => {
  expect(
    await refused(`flows update-rule checkout skip-3ds ${ids.secondRule} --position 0`),
  ).toMatchInlineSnapshot(`
      "error: flow checkout has no action skip-3ds
      hint: it takes: select-payment-options
      "
    `);
});

it("flows update-rule exits with 2 for a condition that is not one", async () => {
  const conditions = '[{"name":"card_bin","operator":"is_one_of","value":["9-1"]}]';
  expect(await refused(`${rule} --position 0 --conditions '${conditions}'`)).toMatchInlineSnapshot(`
      "error: the request is not valid
        body.conditions.0.value.0: a range needs two numbers of equal length, the lower one first
      hint: to see its fields: payctl explain updateFlowRule
      "
    `);
});
