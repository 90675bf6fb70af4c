import { expect, it } from "vitest";
import { actions, type Flow, type FlowAction, flows, flowTakes } from "../../src/contract/flow-actions.ts";
import {
  type FlowCondition,
  type FlowOutcome,
  incompatibilities,
} from "../../src/contract/flow-compatibility.ts";

const service = "fe26475d-ec3e-4884-9553-f7356683f7f9";

type CardRoute = Extract<FlowOutcome, { type: "card-routing" }>["result"][number];

const outcomeNames = ["boolean", "methods", "services", "nothing", "routing", "secure"] as const;

type OutcomeName = (typeof outcomeNames)[number];

const outcomes: Readonly<Record<OutcomeName, FlowOutcome>> = {
  boolean: { type: "boolean", result: true },
  methods: { type: "list", result: ["card", "gift-card"] },
  services: { type: "list", result: [service] },
  nothing: { type: "list", result: [] },
  routing: {
    type: "card-routing",
    version: 2,
    result: [{ payment_service_id: service, instrument: "pan", transformations: [] }],
  },
  secure: { type: "three-d-secure", result: "force" },
};

// Typed by hand from the decisions, so that the contract's own table cannot vouch for itself.
const accepted: Readonly<Record<string, readonly OutcomeName[]>> = {
  "checkout select-payment-options": ["methods", "nothing"],
  "card-transaction route-transaction": ["routing"],
  "card-transaction skip-3ds": ["boolean", "secure"],
  "card-transaction decline-early": ["boolean"],
  "non-card-transaction decline-early": ["boolean"],
  "redirect-transaction route-transaction": ["services", "nothing"],
};

const places = flows.flatMap((flow) => actions.map((action) => ({ flow, action })));

function fits(flow: Flow, action: FlowAction, name: OutcomeName): boolean {
  return incompatibilities({ flow, action }, { position: 0, outcome: outcomes[name] }).length === 0;
}

it.each(places)("an outcome goes with $flow $action only if the table says so", ({ flow, action }) => {
  const fitting = outcomeNames.filter((name) => fits(flow, action, name));
  expect(fitting).toEqual(accepted[`${flow} ${action}`] ?? []);
});

it("an outcome exists for exactly the flows and actions that go together", () => {
  const together = places.filter(({ flow, action }) => flowTakes(flow, action));
  expect(together.map(({ flow, action }) => `${flow} ${action}`).toSorted()).toEqual(
    Object.keys(accepted).toSorted(),
  );
});

it("an outcome of the wrong type is named by its type", () => {
  const place = { flow: "card-transaction", action: "skip-3ds" } as const;
  expect(incompatibilities(place, { position: 0, outcome: { type: "list", result: ["card"] } })).toEqual([
    {
      pointer: "/outcome/type",
      message:
        "The flow card-transaction and action skip-3ds take an outcome of type boolean or three-d-secure",
    },
  ]);
});

it("an outcome is named by each item that is of the other kind", () => {
  const checkout = { flow: "checkout", action: "select-payment-options" } as const;
  const redirect = { flow: "redirect-transaction", action: "route-transaction" } as const;
  const outcome: FlowOutcome = { type: "list", result: ["card", service, "paypal"] };
  expect(incompatibilities(checkout, { position: 0, outcome })).toEqual([
    {
      pointer: "/outcome/result/1",
      message: "Each item in a list of the flow checkout must be a payment method, not a payment service id",
    },
  ]);
  expect(incompatibilities(redirect, { position: 0, outcome }).map(({ pointer }) => pointer)).toEqual([
    "/outcome/result/0",
    "/outcome/result/2",
  ]);
});

it("an outcome may not add a scheme to a network token, and names the transformation", () => {
  const place = { flow: "card-transaction", action: "route-transaction" } as const;
  const transformations: CardRoute["transformations"] = [
    { name: "force_mit" },
    { name: "use_additional_scheme" },
  ];
  const outcome: FlowOutcome = {
    type: "card-routing",
    version: 2,
    result: [
      { payment_service_id: service, instrument: "pan", transformations },
      { payment_service_id: service, instrument: "network_token", transformations },
    ],
  };
  expect(incompatibilities(place, { position: 0, outcome })).toEqual([
    {
      pointer: "/outcome/result/1/transformations/1",
      message: "The transformation use_additional_scheme excludes the instrument network_token",
    },
  ]);
});

const conditions: FlowCondition[] = [
  { name: "country", operator: "is_one_of", value: ["GB"] },
  { name: "payment_method", operator: "equal_to", value: "card" },
  { name: "payment_method", operator: "is_one_of", value: ["card"] },
  { name: "payment_method", operator: "is_not_one_of", value: ["card"] },
];

it.each([
  ["route-transaction", ["/conditions/2", "/conditions/3"]],
  ["decline-early", ["/conditions/1"]],
  ["skip-3ds", ["/conditions/1", "/conditions/2", "/conditions/3"]],
] as const)("conditions on the payment method go with %s by their operator", (action, pointers) => {
  const problems = incompatibilities({ flow: "card-transaction", action }, { position: 0, conditions });
  expect(problems.map(({ pointer }) => pointer)).toEqual(pointers);
});

it("conditions are named with the action that they go with", () => {
  const place = { flow: "card-transaction", action: "decline-early" } as const;
  expect(incompatibilities(place, { position: 0, conditions })).toEqual([
    {
      pointer: "/conditions/1",
      message: "The condition payment_method with the operator equal_to needs the action route-transaction",
    },
  ]);
});
