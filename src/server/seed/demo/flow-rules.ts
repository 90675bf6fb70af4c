import type { Entry, Seed } from "../seed.ts";
import { europe } from "./company.ts";
import { before, demoId } from "./identity.ts";

type Rule = Entry<"flow_rules">;

const firstService = demoId("payment service first");
const secondService = demoId("payment service second");
const bankService = demoId("payment service bank");

/** In the order of their positions within each flow and action. */
const rules: readonly Rule[] = [
  {
    flow: "checkout",
    action: "select-payment-options",
    description: "Large baskets: cards only",
    conditions: [{ name: "amount", operator: "greater_than", value: { currency: "GBP", value: 100_000 } }],
    outcome: { type: "list", result: ["card"] },
  },
  {
    flow: "checkout",
    action: "select-payment-options",
    description: "The Netherlands pay by bank",
    conditions: [{ name: "country", operator: "is_one_of", value: ["NL"] }],
    outcome: { type: "list", result: ["ideal", "card"] },
  },
  {
    flow: "checkout",
    action: "select-payment-options",
    description: "Everyone else",
    outcome: { type: "list", result: ["card", "applepay", "googlepay"] },
  },
  {
    flow: "card-transaction",
    action: "route-transaction",
    description: "Renewals go out as merchant initiated",
    conditions: [{ name: "is_subsequent_payment", operator: "equal_to", value: true }],
    outcome: {
      type: "card-routing",
      version: 2,
      result: [route(firstService, "network_token", "force_mit"), route(firstService, "pan")],
    },
  },
  {
    flow: "card-transaction",
    action: "route-transaction",
    description: "A tenth tries the second service first",
    conditions: [{ name: "split_routing", operator: "less_than_or_equal_to", value: 10 }],
    outcome: { type: "card-routing", version: 2, result: [route(secondService, "pan")] },
  },
  {
    flow: "card-transaction",
    action: "route-transaction",
    outcome: {
      type: "card-routing",
      version: 2,
      result: [route(firstService, "pan", "use_additional_scheme"), route(secondService, "pan")],
    },
  },
  {
    flow: "card-transaction",
    action: "skip-3ds",
    description: "Small amounts within Europe",
    conditions: [
      { name: "amount", operator: "is_between", value: { currency: "EUR", min: 0, max: 3000 } },
      { name: "card_country", operator: "is_one_of", value: ["DE", "FR", "NL"] },
    ],
    outcome: { type: "boolean", result: true },
  },
  {
    flow: "card-transaction",
    action: "skip-3ds",
    description: "Ask whoever the fraud check doubts",
    conditions: [{ name: "anti_fraud_decision", operator: "is_one_of", value: ["review"] }],
    outcome: { type: "three-d-secure", result: "force" },
  },
  {
    flow: "card-transaction",
    action: "decline-early",
    description: "Prepaid cards for digital goods",
    conditions: [
      { name: "card_type", operator: "is_one_of", value: ["prepaid"] },
      { name: "product_types", operator: "includes_at_least_one", value: ["digital"] },
    ],
    outcome: { type: "boolean", result: true },
    error_code: "flow_prepaid_not_accepted",
  },
  {
    flow: "non-card-transaction",
    action: "decline-early",
    description: "Gift cards from the withdrawn series",
    conditions: [
      { name: "has_gift_cards", operator: "equal_to", value: true },
      { name: "gift_card_bin", operator: "is_one_of", value: ["600000000-600000099"] },
      { name: "metadata", operator: "excludes", value: { key: "channel", value: "store" } },
    ],
    outcome: { type: "boolean", result: true },
    error_code: "flow_gift_card_withdrawn",
  },
  {
    flow: "redirect-transaction",
    action: "route-transaction",
    description: "Bank payments",
    conditions: [{ name: "payment_method", operator: "equal_to", value: "ideal" }],
    outcome: { type: "list", result: [bankService] },
  },
  {
    flow: "redirect-transaction",
    action: "route-transaction",
    outcome: { type: "list", result: [secondService, bankService] },
  },
  {
    merchant_account_id: europe,
    flow: "checkout",
    action: "select-payment-options",
    outcome: { type: "list", result: ["card", "ideal"] },
  },
];

export function demoFlowRules(now: Date): NonNullable<Seed["flow_rules"]> {
  return rules.map((rule, index) => ({
    ...rule,
    id: demoId(`rule ${index}`),
    created_at: before(now, { days: 150 - index }),
    updated_at: before(now, { days: 30 + index }),
  }));
}

type CardRoute = Extract<Rule["outcome"], { type: "card-routing" }>["result"][number];
type Transformation = CardRoute["transformations"][number]["name"];

function route(id: string, instrument: CardRoute["instrument"], ...names: Transformation[]): CardRoute {
  return { payment_service_id: id, instrument, transformations: names.map((name) => ({ name })) };
}
