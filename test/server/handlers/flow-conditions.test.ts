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
const resemblance = ["like_one_of", "unlike_any_of"];
const inclusion = ["includes_all", "includes_at_least_one", "includes_none"];
const comparison = [
  "less_than",
  "greater_than",
  "equal_to",
  "less_than_or_equal_to",
  "greater_than_or_equal_to",
];

const schemes = [
  ..."accel amex bancontact carte-bancaire cirrus culiance dankort diners-club discover".split(" "),
  ..."eftpos-australia elo hipercard jcb maestro mastercard mir nyce other pulse qcard".split(" "),
  ..."rupay star uatp unionpay visa".split(" "),
];

const long = "x".repeat(255);

const accepted: readonly Condition[] = [
  ...row("amount", ["less_than", "greater_than"], [{ currency: "EUR", value: 0 }]),
  ...row(
    "amount",
    ["is_between"],
    [
      { currency: "EUR", min: 0, max: 0 },
      { currency: "EUR", min: 1, max: 2 },
    ],
  ),
  ...row("amount_zero", ["equal_to"], [0]),
  ...row("anti_fraud_decision", membership, [
    ["accept", "error", "reject", "review", "exception", "skipped"],
  ]),
  ...row("card_bin", membership, [["1-9", "41111100-41111199"], ["0-0"]]),
  ...row("browser_language", membership, [["en", "de"]]),
  ...row("card_country", membership, [["GB"]]),
  ...row("country", membership, [["GB", "DE"]]),
  ...row("card_issuer_name", resemblance, [["Bank of Nowhere"]]),
  ...row("card_product_name", resemblance, [["Gold"]]),
  ...row("card_scheme", membership, [schemes]),
  ...row("card_source", membership, [["applepay", "googlepay", "network-token", "raw", "token"]]),
  ...row("card_type", membership, [["credit", "debit", "prepaid"]]),
  ...row("currency", membership, [["EUR", "USD"]]),
  ...row("is_subsequent_payment", ["equal_to"], [true, false]),
  ...row("merchant_initiated", ["equal_to"], [true, false]),
  ...row(
    "metadata",
    ["includes", "excludes"],
    [
      { key: "tier", value: "gold" },
      { key: long, value: long },
      { key: "tier", value: Array.from({ length: 128 }, () => long) },
    ],
  ),
  ...row("metadata_numeric", comparison, [{ key: "age", value: -1.5 }]),
  ...row("payment_method", membership, [["card", "gift-card"]]),
  ...row("payment_source", membership, [["ecommerce", "moto", "recurring", "installment", "card_on_file"]]),
  ...row("product_categories", inclusion, [["shoes"]]),
  ...row("skus", inclusion, [["SKU-1", "SKU-2"]]),
  ...row("product_types", inclusion, [
    [
      "physical",
      "discount",
      "shipping_fee",
      "sales_tax",
      "digital",
      "gift_card",
      "store_credit",
      "surcharge",
    ],
  ]),
  ...row("split_routing", ["less_than_or_equal_to"], [1, 99]),
];

const requestOnly: readonly Condition[] = [
  ...row("gift_card_bin", membership, [["1-2", "123456789-123456799"]]),
  ...row("has_gift_cards", ["equal_to"], [true, false]),
];

const refused: readonly Condition[] = [
  ...row(
    "amount",
    ["less_than"],
    [
      { currency: "EUR", value: -1 },
      { currency: "eur", value: 1 },
      { currency: "EUR" },
      { currency: "EUR", min: 1, max: 2 },
    ],
  ),
  ...row(
    "amount",
    ["is_between"],
    [
      { currency: "EUR", min: 2, max: 1 },
      { currency: "EUR", min: -1, max: 1 },
      { currency: "EUR", value: 1 },
    ],
  ),
  ...row("amount", ["equal_to"], [{ currency: "EUR", value: 1 }]),
  ...row("amount_zero", ["equal_to"], [1, "0", false]),
  ...row("amount_zero", ["less_than"], [0]),
  ...row("anti_fraud_decision", membership, [["maybe"], "accept"]),
  ...row("card_bin", membership, [["411111"], ["1-22"], ["9-1"], ["123456789-123456789"], ["a-b"], "1-9"]),
  ...row("card_bin", ["equal_to"], [["1-9"]]),
  ...row("browser_language", membership, [["EN"], ["eng"]]),
  ...row("card_country", membership, [["gb"], ["GBR"]]),
  ...row("country", membership, [["gb"], "GB"]),
  ...row("country", ["like_one_of"], [["GB"]]),
  ...row("card_issuer_name", resemblance, [[7], "Bank"]),
  ...row("card_issuer_name", ["is_one_of"], [["Bank"]]),
  ...row("card_product_name", resemblance, [[null]]),
  ...row("card_scheme", membership, [["cash"]]),
  ...row("card_source", membership, [["pan"]]),
  ...row("card_type", membership, [["charge"]]),
  ...row("currency", membership, [["eur"], ["EURO"]]),
  ...row("gift_card_bin", membership, [["1234567890-1234567890"], ["12-1"], ["12"]]),
  ...row("has_gift_cards", ["equal_to"], ["true", 1, null]),
  ...row("has_gift_cards", ["is_one_of"], [[true]]),
  ...row("is_subsequent_payment", ["equal_to"], ["false"]),
  ...row("merchant_initiated", ["equal_to"], [0]),
  ...row(
    "metadata",
    ["includes"],
    [
      { key: "", value: "gold" },
      { key: `${long}x`, value: "gold" },
      { key: "tier", value: "" },
      { key: "tier", value: `${long}x` },
      { key: "tier", value: [] },
      { key: "tier", value: Array.from({ length: 129 }, () => "gold") },
      { key: "tier", value: 1 },
      { value: "gold" },
    ],
  ),
  ...row("metadata", ["equal_to"], [{ key: "tier", value: "gold" }]),
  ...row("metadata_numeric", comparison, [{ key: "age", value: "18" }]),
  ...row("metadata_numeric", ["is_between"], [{ key: "age", value: 18 }]),
  ...row("payment_method", ["equal_to"], [["card"], ""]),
  ...row("payment_method", membership, ["card", [""]]),
  ...row("payment_source", membership, [["shop"]]),
  ...row("product_categories", inclusion, ["shoes"]),
  ...row("product_categories", ["is_one_of"], [["shoes"]]),
  ...row("skus", inclusion, [[1]]),
  ...row("product_types", inclusion, [["service"]]),
  ...row("split_routing", ["less_than_or_equal_to"], [0, 100, 1.5, "50"]),
  ...row("split_routing", ["greater_than"], [50]),
  ...row("weather", ["equal_to"], ["fine"]),
];

it.each(accepted)(
  "the condition $name $operator $value is accepted and answered as sent",
  async (condition) => {
    const { update } = await openRule();
    const { body, status } = await update(condition);
    expect([status, body.conditions]).toEqual([200, [condition]]);
  },
);

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

it.each(refused)("the condition $name $operator $value is refused", async (condition) => {
  const { update } = await openRule();
  const { body, status } = await update({ name: "country", operator: "is_one_of", value: ["GB"] }, condition);
  expect([status, body.detail[0].loc.slice(0, 3)]).toEqual([422, ["body", "conditions", "1"]]);
});

it.each([
  { operator: "is_one_of", value: ["GB"] },
  { name: "country", value: ["GB"] },
  { name: "country", operator: "is_one_of" },
  { name: "country", operator: "is_one_of", value: ["GB"], negate: true },
  "country",
])("a condition needs name, operator and value and nothing else, unlike %j", async (condition) => {
  const { update } = await openRule();
  expect((await update(condition)).status).toBe(422);
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
