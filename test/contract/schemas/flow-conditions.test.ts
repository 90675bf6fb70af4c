import { describe, expect, it } from "vitest";
import { flowCondition } from "../../../src/contract/schemas/flow-conditions.ts";
import { problems, schemes } from "./check-bounds.ts";

interface Kind {
  readonly name: string;
  readonly operators: readonly string[];
  readonly accepts: readonly unknown[];
  readonly refuses: readonly unknown[];
}

const membership = ["is_one_of", "is_not_one_of"];
const resemblance = ["like_one_of", "unlike_any_of"];
const inclusion = ["includes_all", "includes_at_least_one", "includes_none"];
const words = { accepts: [["a"], ["a", "B c", "é"]], refuses: ["a", null, [1], [null]] };
const countries = { accepts: [["GB"], ["GB", "FR"]], refuses: ["GB", ["gb"], ["GBR"], [""], [1]] };
const truth = { accepts: [true, false], refuses: [null, "true", 1, [true]] };
const money = { currency: "EUR", value: 0 };
const between = { currency: "EUR", min: 1, max: 2 };

/** Each word alone, all together, and a value that is none of them. */
function choices(...all: string[]): Pick<Kind, "accepts" | "refuses"> {
  return { accepts: [...all.map((word) => [word]), all], refuses: [all[0], ["unknown"], [null], null] };
}

/** The condition kinds of the decisions, typed by hand. */
const kinds: readonly Kind[] = [
  {
    name: "amount",
    operators: ["less_than", "greater_than"],
    accepts: [money, { ...money, value: 99 }],
    refuses: [
      { ...money, value: -1 },
      { value: 1 },
      { ...money, currency: "eur" },
      { ...money, max: 1 },
      5,
      between,
    ],
  },
  {
    name: "amount",
    operators: ["is_between"],
    accepts: [between, { ...between, min: 0 }, { ...between, min: 2 }],
    refuses: [
      { ...between, min: 3 },
      { ...between, min: -1 },
      { currency: "EUR", min: 1 },
      { min: 1, max: 2 },
      money,
    ],
  },
  { name: "amount_zero", operators: ["equal_to"], accepts: [0], refuses: [1, "0", null, false] },
  {
    name: "anti_fraud_decision",
    operators: membership,
    ...choices("accept", "error", "reject", "review", "exception", "skipped"),
  },
  {
    name: "card_bin",
    operators: membership,
    accepts: [["1-2"], ["41111111-41111119", "5-5"]],
    refuses: [
      ["411111"],
      ["1-22"],
      ["2-1"],
      ["411111111-411111119"],
      ["-"],
      ["a-b"],
      ["1-2-3"],
      [" 1-2"],
      "1-2",
    ],
  },
  {
    name: "browser_language",
    operators: membership,
    accepts: [["en"], ["en", "fr"]],
    refuses: ["en", ["eng"], ["e"], ["en-GB"]],
  },
  { name: "card_country", operators: membership, ...countries },
  { name: "country", operators: membership, ...countries },
  { name: "card_issuer_name", operators: resemblance, ...words },
  { name: "card_product_name", operators: resemblance, ...words },
  {
    name: "card_scheme",
    operators: membership,
    accepts: [["visa"], schemes],
    refuses: ["visa", ["VISA"], ["unknown"]],
  },
  {
    name: "card_source",
    operators: membership,
    ...choices("applepay", "googlepay", "network-token", "raw", "token"),
  },
  { name: "card_type", operators: membership, ...choices("credit", "debit", "prepaid") },
  {
    name: "currency",
    operators: membership,
    accepts: [["EUR"], ["EUR", "USD"]],
    refuses: ["EUR", ["eur"], ["EU"], [978]],
  },
  {
    name: "gift_card_bin",
    operators: membership,
    accepts: [["1-2"], ["411111111-411111119"]],
    refuses: [["1-22"], ["2-1"], ["4111111111-4111111119"], "1-2"],
  },
  { name: "has_gift_cards", operators: ["equal_to"], ...truth },
  { name: "is_subsequent_payment", operators: ["equal_to"], ...truth },
  { name: "merchant_initiated", operators: ["equal_to"], ...truth },
  {
    name: "metadata",
    operators: ["includes", "excludes"],
    accepts: [
      { key: "k", value: "v" },
      { key: "k".repeat(255), value: "v".repeat(255) },
      { key: "k", value: ["v"] },
      { key: "k", value: Array.from({ length: 128 }, () => "v".repeat(255)) },
    ],
    refuses: [
      { key: "", value: "v" },
      { key: "k".repeat(256), value: "v" },
      { key: "k", value: "" },
      { key: "k", value: "v".repeat(256) },
      { key: "k", value: [] },
      { key: "k", value: [""] },
      { key: "k", value: Array.from({ length: 129 }, () => "v") },
      { key: "k", value: 1 },
      { value: "v" },
      { key: "k" },
    ],
  },
  {
    name: "metadata_numeric",
    operators: ["less_than", "greater_than", "equal_to", "less_than_or_equal_to", "greater_than_or_equal_to"],
    accepts: [
      { key: "k", value: -1.5 },
      { key: "k".repeat(255), value: 0 },
    ],
    refuses: [
      { key: "", value: 1 },
      { key: "k".repeat(256), value: 1 },
      { key: "k", value: "1" },
      { value: 1 },
      1,
    ],
  },
  {
    name: "payment_method",
    operators: ["equal_to"],
    accepts: ["card", "pay-by-bank"],
    refuses: ["", ["card"], 1],
  },
  {
    name: "payment_method",
    operators: membership,
    accepts: [["card"], ["card", "paypal"]],
    refuses: ["card", [""]],
  },
  {
    name: "payment_source",
    operators: membership,
    ...choices("ecommerce", "moto", "recurring", "installment", "card_on_file"),
  },
  { name: "product_categories", operators: inclusion, ...words },
  { name: "skus", operators: inclusion, ...words },
  {
    name: "product_types",
    operators: inclusion,
    ...choices(
      "physical",
      "discount",
      "shipping_fee",
      "sales_tax",
      "digital",
      "gift_card",
      "store_credit",
      "surcharge",
    ),
  },
  {
    name: "split_routing",
    operators: ["less_than_or_equal_to"],
    accepts: [1, 50, 99],
    refuses: [0, 100, 1.5, "50", null],
  },
];

const allOperators = [...new Set(kinds.flatMap((kind) => kind.operators))];

function takes(condition: unknown): boolean {
  return problems(flowCondition, condition).length === 0;
}

describe.each(kinds)("a condition on $name ($operators)", ({ name, operators, accepts, refuses }) => {
  it(`takes its values with each of its operators`, () => {
    const conditions = operators.flatMap((operator) => accepts.map((value) => ({ name, operator, value })));
    expect(conditions.filter((condition) => !takes(condition))).toEqual([]);
  });

  it(`refuses any other value`, () => {
    const conditions = operators.flatMap((operator) => refuses.map((value) => ({ name, operator, value })));
    expect(conditions.filter(takes)).toEqual([]);
  });

  it(`refuses its values with the operators of other kinds`, () => {
    const foreign = allOperators.filter((operator) => !operators.includes(operator));
    const conditions = foreign.flatMap((operator) => accepts.map((value) => ({ name, operator, value })));
    expect(conditions.filter(takes)).toEqual([]);
  });

  it(`needs name, operator and value, and nothing else`, () => {
    const [operator] = operators;
    const [value] = accepts;
    const refused = [
      { name, operator },
      { name, value },
      { operator, value },
      { name, operator, value, weight: 1 },
    ];
    expect(refused.filter(takes)).toEqual([]);
  });
});

it("no other conditions are known", () => {
  const text = JSON.stringify(flowCondition.toJSONSchema());
  const names = [...text.matchAll(/"name":\{[^{}]*"const":"(\w+)"[^{}]*\}/g)].map(([, name]) => name);
  expect([...new Set(names)].sort()).toEqual([...new Set(kinds.map((kind) => kind.name))].sort());
  expect(takes({ name: "weather", operator: "equal_to", value: true })).toBe(false);
});
