import { expect, it } from "vitest";
import { emptySeed } from "../../../src/server/seed/seed.ts";
import { startReference } from "../../helpers/server.ts";
import { shared } from "../../helpers/shared.ts";

const reference = await shared(startReference({ seed: emptySeed() }));

async function problems(method: string, target: string, body?: unknown) {
  const { json, status } = await reference.request(method, target, { body });
  expect(status).toBe(422);
  return json.detail;
}

const account = (fields: object) =>
  problems("POST", "/merchant-accounts", { id: "acme", display_name: "Acme", ...fields });
const balances = (...items: unknown[]) => problems("POST", "/gift-cards/balances", { items });
const rulePath = "/flows/checkout/actions/select-payment-options/rules/7f6e5d4c-3b2a-4190-8f7e-6d5c4b3a2910";
const rule = (fields: object) => problems("PUT", rulePath, { position: 0, ...fields });
const missing = { type: "missing", msg: "Field required" };

const unparsable = "Input should be a valid integer, unable to parse string as an integer";

it.each([
  ["limit=abc", "abc"],
  ["limit=", ""],
  ["limit=1.5", "1.5"],
  ["limit=1e1", "1e1"],
  ["limit=%20", " "],
  ["limit=5&limit=x", "x"],
])("the query parameter %s is not an integer", async (query, input) => {
  expect(await problems("GET", `/buyers?${query}`)).toEqual([
    { loc: ["query", "limit"], type: "int_parsing", msg: unparsable, input },
  ]);
});

it("the bounds of a query parameter are enforced", async () => {
  expect(await problems("GET", "/buyers?limit=0")).toEqual([
    {
      loc: ["query", "limit"],
      type: "greater_than_equal",
      msg: "Input should be greater than or equal to 1",
      ctx: { ge: 1 },
      input: 0,
    },
  ]);
  expect(await problems("GET", "/buyers?limit=101")).toEqual([
    {
      loc: ["query", "limit"],
      type: "less_than_equal",
      msg: "Input should be less than or equal to 100",
      ctx: { le: 100 },
      input: 101,
    },
  ]);
  expect(await problems("GET", "/buyers?limit=99999999999999999999")).toHaveLength(1);
});

it("the format of a query parameter is enforced", async () => {
  expect(await problems("GET", "/audit-logs?user_id=ada")).toEqual([
    { loc: ["query", "user_id"], type: "uuid_parsing", msg: "Input should be a valid UUID", input: "ada" },
  ]);
  expect(await problems("GET", "/merchant-accounts/default/three-ds-configurations?currency=eur")).toEqual([
    {
      loc: ["query", "currency"],
      type: "string_pattern_mismatch",
      msg: "String should match pattern '^[A-Z]{3}$'",
      ctx: { pattern: "^[A-Z]{3}$" },
      input: "eur",
    },
  ]);
});

it.each(["unknown=1", "__proto__=1", "constructor=1", "limit=x&limit=5", "limit=007", "search="])(
  "the query parameter %s is not a problem",
  async (query) => {
    expect((await reference.request("GET", `/buyers?${query}`)).status).toBe(200);
  },
);

it("an audit filter with an unused value leads to an empty list", async () => {
  const { json, status } = await reference.request("GET", "/audit-logs?action=dreamt&resource_type=castle");
  expect([status, json]).toEqual([200, { items: [], limit: 20, next_cursor: null, previous_cursor: null }]);
});

it("a path parameter has its form, and an index is a text too", async () => {
  const target = "/flows/checkin/actions/decline/rules/1";
  const detail = await problems("PUT", target, { position: 0, conditions: [{}] });
  expect(detail).toEqual([
    {
      loc: ["path", "flow"],
      type: "enum",
      msg: "Input should be 'checkout', 'card-transaction', 'non-card-transaction' or 'redirect-transaction'",
      ctx: {
        expected: "'checkout', 'card-transaction', 'non-card-transaction' or 'redirect-transaction'",
      },
      input: "checkin",
    },
    {
      loc: ["path", "action"],
      type: "enum",
      msg: "Input should be 'select-payment-options', 'decline-early', 'route-transaction' or 'skip-3ds'",
      ctx: { expected: "'select-payment-options', 'decline-early', 'route-transaction' or 'skip-3ds'" },
      input: "decline",
    },
    {
      loc: ["path", "rule_id"],
      type: "uuid_parsing",
      msg: "Input should be a valid UUID",
      input: "1",
    },
    { loc: ["body", "conditions", "0", "name"], ...missing },
  ]);
});

it("a missing field is named", async () => {
  expect(await problems("POST", "/merchant-accounts", {})).toEqual([
    { loc: ["body", "id"], ...missing },
    { loc: ["body", "display_name"], ...missing },
  ]);
});

it("an unknown field is refused, and its value is not repeated", async () => {
  expect(await account({ displayname: "x", updater_client_kei: "secret" })).toEqual([
    { loc: ["body", "displayname"], type: "extra_forbidden", msg: "Extra inputs are not permitted" },
    { loc: ["body", "updater_client_kei"], type: "extra_forbidden", msg: "Extra inputs are not permitted" },
  ]);
});

it.each([
  ["display_name", 5, "string_type", "Input should be a valid string"],
  ["display_name", null, "string_type", "Input should be a valid string"],
  ["account_updater_enabled", "yes", "bool_type", "Input should be a valid boolean"],
  ["over_capture_amount", "5", "int_type", "Input should be a valid integer"],
  [
    "over_capture_amount",
    0.5,
    "int_from_float",
    "Input should be a valid integer, got a number with a fractional part",
  ],
])("a field of the wrong type is refused: %s: %j", async (name, input, type, msg) => {
  expect(await account({ [name]: input })).toEqual([{ loc: ["body", name], type, msg, input }]);
});

it("a field that should be a list or an object says so", async () => {
  const path = "/account-updater/jobs";
  expect(await problems("POST", path, { payment_method_ids: "x" })).toEqual([
    {
      loc: ["body", "payment_method_ids"],
      type: "list_type",
      msg: "Input should be a valid list",
      input: "x",
    },
  ]);
  expect(await rule({ outcome: 4 })).toEqual([
    {
      loc: ["body", "outcome"],
      type: "dict_type",
      msg: "Input should be a valid dictionary",
      input: 4,
    },
  ]);
});

it("a field that is null if it may not be is of the wrong type", async () => {
  expect(await rule({ conditions: null, outcome: null })).toEqual([
    { loc: ["body", "conditions"], type: "list_type", msg: "Input should be a valid list", input: null },
    {
      loc: ["body", "outcome"],
      type: "dict_type",
      msg: "Input should be a valid dictionary",
      input: null,
    },
  ]);
});

it("the length of a field is measured in code points", async () => {
  const astral = "\u{1f4b6}";
  const body = { id: "astral", display_name: astral.repeat(255) };
  expect((await reference.request("POST", "/merchant-accounts", { body })).status).toBe(201);
  expect(await account({ display_name: astral.repeat(256) })).toEqual([
    {
      loc: ["body", "display_name"],
      type: "string_too_long",
      msg: "String should have at most 255 characters",
      ctx: { max_length: 255 },
      input: astral.repeat(256),
    },
  ]);
});

it("a very long value is not repeated", async () => {
  const [problem] = await account({ display_name: "a".repeat(1001) });
  expect(problem).toEqual({
    loc: ["body", "display_name"],
    type: "string_too_long",
    msg: "String should have at most 255 characters",
    ctx: { max_length: 255 },
  });
});

it("a number beyond every other is not repeated, since JSON has no word for it", async () => {
  const { json } = await reference.request("PUT", rulePath, { body: '{"position":1e999}' });
  expect(json.detail).toEqual([
    { loc: ["body", "position"], type: "int_type", msg: "Input should be a valid integer" },
  ]);
});

it("a field that is too short says how long it should be", async () => {
  expect(await account({ display_name: "" })).toEqual([
    {
      loc: ["body", "display_name"],
      type: "string_too_short",
      msg: "String should have at least 1 character",
      ctx: { min_length: 1 },
      input: "",
    },
  ]);
});

it("a field that depends on another says so", async () => {
  expect(await account({ updater_accepted_schemes: ["visa"] })).toEqual([
    {
      loc: ["body", "updater_accepted_schemes"],
      type: "value_error",
      msg: "updater_accepted_schemes needs updater_client_key",
    },
  ]);
});

const jobs = "/account-updater/jobs";
const ids = (count: number) =>
  Array.from({ length: count }, (_, index) => `7f6e5d4c-3b2a-4190-8f7e-${String(index).padStart(12, "0")}`);

it("the length of a list is enforced", async () => {
  expect(await problems("POST", jobs, { payment_method_ids: [] })).toEqual([
    {
      loc: ["body", "payment_method_ids"],
      type: "too_short",
      msg: "List should have at least 1 item after validation, not 0",
      ctx: { field_type: "List", min_length: 1, actual_length: 0 },
    },
  ]);
  expect(await problems("POST", jobs, { payment_method_ids: ids(101) })).toEqual([
    {
      loc: ["body", "payment_method_ids"],
      type: "too_long",
      msg: "List should have at most 100 items after validation, not 101",
      ctx: { field_type: "List", max_length: 100, actual_length: 101 },
    },
  ]);
});

it("a list may not name a thing twice", async () => {
  const [id] = ids(1);
  expect(await problems("POST", jobs, { payment_method_ids: [id, id] })).toEqual([
    { loc: ["body", "payment_method_ids"], type: "value_error", msg: "items must be unique" },
  ]);
});

it("a list names its wrong items once each", async () => {
  const wrong = { name: "split_routing", operator: "less_than_or_equal_to", value: 1e300 };
  const found = await rule({ conditions: Array.from({ length: 100 }, () => wrong) });
  expect(found.map((problem: { loc: string[] }) => problem.loc[2])).toEqual(
    Array.from({ length: 100 }, (_, index) => String(index)),
  );
});

it("a list names each of its wrong items", async () => {
  const detail = await problems("POST", jobs, { payment_method_ids: ["a", ...ids(1), 5] });
  expect(detail).toEqual([
    {
      loc: ["body", "payment_method_ids", "0"],
      type: "uuid_parsing",
      msg: "Input should be a valid UUID",
      input: "a",
    },
    {
      loc: ["body", "payment_method_ids", "2"],
      type: "string_type",
      msg: "Input should be a valid string",
      input: 5,
    },
  ]);
});

it("a value of several shapes is held against the shape that fits best", async () => {
  const detail = await balances(
    {},
    { number: "6000000000000001" },
    { id: "x" },
    { id: "x", number: "6000000000000001", pin: "1" },
  );
  expect(detail).toEqual([
    { loc: ["body", "items", "0", "id"], ...missing },
    { loc: ["body", "items", "1", "pin"], ...missing },
    {
      loc: ["body", "items", "2", "id"],
      type: "uuid_parsing",
      msg: "Input should be a valid UUID",
      input: "x",
    },
    { loc: ["body", "items", "3", "id"], type: "extra_forbidden", msg: "Extra inputs are not permitted" },
  ]);
});

it("a value's shape is chosen by its discriminating field", async () => {
  const detail = await rule({
    outcome: { type: "maybe" },
    conditions: [
      { name: "amount", operator: "about", value: {} },
      { name: "amount", operator: "is_between", value: { currency: "EUR", min: 2, max: 1 } },
      { name: "amount_zero", operator: "equal_to", value: 1 },
    ],
  });
  expect(detail).toEqual([
    {
      loc: ["body", "conditions", "0", "operator"],
      type: "enum",
      msg: "Input should be 'less_than', 'greater_than' or 'is_between'",
      ctx: { expected: "'less_than', 'greater_than' or 'is_between'" },
    },
    { loc: ["body", "conditions", "1", "value"], type: "value_error", msg: "min must not exceed max" },
    {
      loc: ["body", "conditions", "2", "value"],
      type: "literal_error",
      msg: "Input should be 0",
      ctx: { expected: "0" },
      input: 1,
    },
    {
      loc: ["body", "outcome", "type"],
      type: "enum",
      msg: "Input should be 'boolean', 'list', 'card-routing' or 'three-d-secure'",
      ctx: { expected: "'boolean', 'list', 'card-routing' or 'three-d-secure'" },
    },
  ]);
});

it("a secret is never repeated, wherever it is", async () => {
  const answers = [
    await balances({ number: "4111-1111", pin: "" }),
    await balances({ number: 41111111, pin: 4321 }),
    await balances("41111111", 41111111, ["41111111"]),
    await balances({ id: "x", pinn: "4321", number: "41111111" }),
    await problems("POST", "/gift-cards/balances", { items: "41111111" }),
    await problems("POST", "/gift-cards/balances", { item: "41111111" }),
    await account({ updater_client_key: 41111111, account_updater_response_decryption_key: 4321 }),
  ];
  expect(JSON.stringify(answers)).not.toMatch(/4111|4321/);
});
