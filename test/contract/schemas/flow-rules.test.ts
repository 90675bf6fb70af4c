import { describe, expect, it } from "vitest";
import { examples } from "../../../src/contract/examples.ts";
import { flowOutcome, flowRule, updateFlowRule } from "../../../src/contract/schemas/flow-rules.ts";
import { absent, checkBounds, id, problems } from "./check-bounds.ts";

const condition = { name: "currency", operator: "is_one_of", value: ["EUR"] };
const description = {
  accepts: [absent, null, "d", "d".repeat(200), "🏦".repeat(200)],
  refuses: ["", "d".repeat(201), 1],
};
const errorCode = {
  accepts: [null, "flow_a", "flow_fraud_suspected", `flow_${"a".repeat(250)}`],
  refuses: ["", "flow_", "fraud", "flow_A", "flow_1", "flow_a\n", `flow_${"a".repeat(251)}`],
};

checkBounds("the body of a rule update", { schema: updateFlowRule.body, valid: { position: 0 } }, [
  { field: "position", accepts: [0, 1, 1000], refuses: [absent, null, -1, 0.5, "1"] },
  { field: "description", ...description },
  { field: "conditions", accepts: [absent, [], [condition, condition]], refuses: [null, {}, [null], [{}]] },
  {
    field: "outcome",
    accepts: [absent, { type: "boolean", result: true }],
    refuses: [null, [], {}, { type: "unknown", result: true }],
  },
  { field: "error_code", accepts: [absent, ...errorCode.accepts], refuses: errorCode.refuses },
  { field: "flow", accepts: [absent], refuses: ["checkout"] },
]);

const flows = ["checkout", "card-transaction", "non-card-transaction", "redirect-transaction"];
const actions = ["select-payment-options", "decline-early", "route-transaction", "skip-3ds"];

checkBounds(
  "the path of a rule",
  { schema: updateFlowRule.path, valid: { flow: "checkout", action: "decline-early", rule_id: id } },
  [
    { field: "flow", accepts: flows, refuses: [absent, "", "Checkout", "card"] },
    { field: "action", accepts: actions, refuses: [absent, "", "skip_3ds"] },
    { field: "rule_id", accepts: [id.toUpperCase()], refuses: [absent, "", "1"] },
  ],
);

checkBounds("a rule", { schema: flowRule, valid: examples.updateFlowRule?.response }, [
  { field: "flow", accepts: flows, refuses: [absent, "other"] },
  { field: "action", accepts: actions, refuses: [absent, "other"] },
  { field: "description", accepts: description.accepts.slice(1), refuses: description.refuses },
  { field: "error_code", ...errorCode },
  { field: "conditions.0.name", accepts: ["a_kind_to_come"], refuses: [absent, 1] },
  { field: "outcome", accepts: [{ type: "a-kind-to-come", result: {} }], refuses: [absent, null, []] },
  { field: "type", accepts: [absent, "rule"], refuses: ["flow-rule"] },
]);

const route = { payment_service_id: id, instrument: "pan", transformations: [] };

const outcomes = [
  { type: "boolean", accepts: [true], refuses: [absent, false, null, "true", [true]] },
  {
    type: "list",
    accepts: [["card", "pay-by-bank"], [id]],
    refuses: [absent, null, "card", [""], [1], [null]],
  },
  {
    type: "three-d-secure",
    accepts: ["attempt", "force", "skip"],
    refuses: [absent, "", "Skip", true, ["skip"]],
  },
  {
    type: "card-routing",
    version: 2,
    accepts: [
      [route],
      [{ ...route, instrument: "network_token", transformations: [{ name: "force_mit" }] }, route],
      [{ ...route, transformations: [{ name: "force_mit" }, { name: "use_additional_scheme" }] }],
    ],
    refuses: [
      absent,
      null,
      route,
      [{ ...route, payment_service_id: "1" }],
      [{ ...route, instrument: "card" }],
      [{ ...route, transformations: [{ name: "other" }] }],
      [{ ...route, transformations: ["force_mit"] }],
      [{ ...route, weight: 1 }],
      [id],
    ],
  },
];

describe.each(outcomes)("an outcome of type $type", ({ accepts, refuses, ...kind }) => {
  it(`takes its results`, () => {
    const refused = accepts.filter((result) => problems(flowOutcome, { ...kind, result }).length > 0);
    expect(refused).toEqual([]);
  });

  it(`refuses any other result, and any other field`, () => {
    const taken = refuses.filter((result) => problems(flowOutcome, { ...kind, result }).length === 0);
    expect(taken).toEqual([]);
    expect(problems(flowOutcome, { ...kind, result: accepts[0], extra: 1 })).toEqual(["extra"]);
  });
});

it("only card routing takes version 2", () => {
  const outcome = { type: "card-routing", result: [route] };
  expect(problems(flowOutcome, outcome)).toEqual(["version"]);
  expect(problems(flowOutcome, { ...outcome, version: 1 })).toEqual(["version"]);
});
