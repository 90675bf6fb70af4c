import { describe, expect, it } from "vitest";
import { startReference } from "../../helpers/server.ts";
import { shared } from "../../helpers/shared.ts";

const reference = await shared(startReference({ seed: {} }));

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
const jobs = "/account-updater/jobs";
const job = (payment_method_ids: unknown) => problems("POST", jobs, { payment_method_ids });
const ids = (count: number) =>
  Array.from({ length: count }, (_, index) => `7f6e5d4c-3b2a-4190-8f7e-${String(index).padStart(12, "0")}`);

/** A problem without a value: where, what kind, and its words. */
const at = (place: string, type: string, msg: string, more: object = {}) => ({
  loc: place.split("."),
  type,
  msg,
  ...more,
});
const missing = (place: string) => at(place, "missing", "Field required");
const extra = (place: string) => at(place, "extra_forbidden", "Extra inputs are not permitted");
const noUuid = (place: string, input: unknown) =>
  at(place, "uuid_parsing", "Input should be a valid UUID", { input });
const noList = (place: string, input: unknown) =>
  at(place, "list_type", "Input should be a valid list", { input });
const noDictionary = (place: string, input: unknown) =>
  at(place, "dict_type", "Input should be a valid dictionary", { input });
const oneOf = (place: string, expected: string, more: object = {}) =>
  at(place, "enum", `Input should be ${expected}`, { ctx: { expected }, ...more });

it.each([
  ["limit=abc", "abc"],
  ["limit=", ""],
  ["limit=1.5", "1.5"],
  ["limit=1e1", "1e1"],
  ["limit=%20", " "],
  ["limit=5&limit=x", "x"],
])("the query parameter %s is not an integer", async (query, input) => {
  const msg = "Input should be a valid integer, unable to parse string as an integer";
  expect(await problems("GET", `/buyers?${query}`)).toEqual([
    at("query.limit", "int_parsing", msg, { input }),
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

const astral = "\u{1f4b6}".repeat(256);
const tooLong = (more: object) =>
  at("body.display_name", "string_too_long", "String should have at most 255 characters", {
    ctx: { max_length: 255 },
    ...more,
  });

describe("the problems of a request", () => {
  it.each<[string, () => Promise<unknown>, readonly object[]]>([
    [
      "a query parameter below its bounds",
      () => problems("GET", "/buyers?limit=0"),
      [
        at("query.limit", "greater_than_equal", "Input should be greater than or equal to 1", {
          ctx: { ge: 1 },
          input: 0,
        }),
      ],
    ],
    [
      "a query parameter above its bounds",
      () => problems("GET", "/buyers?limit=101"),
      [
        at("query.limit", "less_than_equal", "Input should be less than or equal to 100", {
          ctx: { le: 100 },
          input: 101,
        }),
      ],
    ],
    [
      "a query parameter that is no UUID",
      () => problems("GET", "/audit-logs?user_id=ada"),
      [noUuid("query.user_id", "ada")],
    ],
    [
      "a query parameter of another form",
      () => problems("GET", "/merchant-accounts/default/three-ds-configurations?currency=eur"),
      [
        at("query.currency", "string_pattern_mismatch", "String should match pattern '^[A-Z]{3}$'", {
          ctx: { pattern: "^[A-Z]{3}$" },
          input: "eur",
        }),
      ],
    ],
    [
      "path parameters, and an index, which is a text too",
      () => problems("PUT", "/flows/checkin/actions/decline/rules/1", { position: 0, conditions: [{}] }),
      [
        oneOf(
          "path.flow",
          "'checkout', 'card-transaction', 'non-card-transaction' or 'redirect-transaction'",
          {
            input: "checkin",
          },
        ),
        oneOf("path.action", "'select-payment-options', 'decline-early', 'route-transaction' or 'skip-3ds'", {
          input: "decline",
        }),
        noUuid("path.rule_id", "1"),
        missing("body.conditions.0.name"),
      ],
    ],
    [
      "missing fields",
      () => problems("POST", "/merchant-accounts", {}),
      [missing("body.id"), missing("body.display_name")],
    ],
    [
      "unknown fields, whose values are not repeated",
      () => account({ displayname: "x", updater_client_kei: "secret" }),
      [extra("body.displayname"), extra("body.updater_client_kei")],
    ],
    ["a field that should be a list", () => job("x"), [noList("body.payment_method_ids", "x")]],
    ["a field that should be an object", () => rule({ outcome: 4 }), [noDictionary("body.outcome", 4)]],
    [
      "fields that are null and may not be",
      () => rule({ conditions: null, outcome: null }),
      [noList("body.conditions", null), noDictionary("body.outcome", null)],
    ],
    [
      "a text that is too long, in code points",
      () => account({ display_name: astral }),
      [tooLong({ input: astral })],
    ],
    [
      "a very long value, which is not repeated",
      () => account({ display_name: "a".repeat(1001) }),
      [tooLong({})],
    ],
    [
      "a text that is too short",
      () => account({ display_name: "" }),
      [
        at("body.display_name", "string_too_short", "String should have at least 1 character", {
          ctx: { min_length: 1 },
          input: "",
        }),
      ],
    ],
    [
      "a field that depends on another",
      () => account({ updater_accepted_schemes: ["visa"] }),
      [
        at(
          "body.updater_accepted_schemes",
          "value_error",
          "updater_accepted_schemes needs updater_client_key",
        ),
      ],
    ],
    [
      "a list that is too short",
      () => job([]),
      [
        at(
          "body.payment_method_ids",
          "too_short",
          "List should have at least 1 item after validation, not 0",
          {
            ctx: { field_type: "List", min_length: 1, actual_length: 0 },
          },
        ),
      ],
    ],
    [
      "a list that is too long",
      () => job(ids(101)),
      [
        at(
          "body.payment_method_ids",
          "too_long",
          "List should have at most 100 items after validation, not 101",
          {
            ctx: { field_type: "List", max_length: 100, actual_length: 101 },
          },
        ),
      ],
    ],
    [
      "a list that names a thing twice",
      () => job([...ids(1), ...ids(1)]),
      [at("body.payment_method_ids", "value_error", "items must be unique")],
    ],
    [
      "each wrong item of a list",
      () => job(["a", ...ids(1), 5]),
      [
        noUuid("body.payment_method_ids.0", "a"),
        at("body.payment_method_ids.2", "string_type", "Input should be a valid string", { input: 5 }),
      ],
    ],
    [
      "a value of several shapes, held against the shape that fits best",
      () => {
        const number = "6000000000000001";
        return balances({}, { number }, { id: "x" }, { id: "x", number, pin: "1" });
      },
      [
        missing("body.items.0.id"),
        missing("body.items.1.pin"),
        noUuid("body.items.2.id", "x"),
        extra("body.items.3.id"),
      ],
    ],
    [
      "a value whose shape is chosen by its discriminating field",
      () =>
        rule({
          outcome: { type: "maybe" },
          conditions: [
            { name: "amount", operator: "about", value: {} },
            { name: "amount", operator: "is_between", value: { currency: "EUR", min: 2, max: 1 } },
            { name: "amount_zero", operator: "equal_to", value: 1 },
          ],
        }),
      [
        oneOf("body.conditions.0.operator", "'less_than', 'greater_than' or 'is_between'"),
        at("body.conditions.1.value", "value_error", "min must not exceed max"),
        at("body.conditions.2.value", "literal_error", "Input should be 0", {
          ctx: { expected: "0" },
          input: 1,
        }),
        oneOf("body.outcome.type", "'boolean', 'list', 'card-routing' or 'three-d-secure'"),
      ],
    ],
  ])("name %s", async (_, ask, expected) => {
    expect(await ask()).toEqual(expected);
  });
});

it("a limit beyond every number is one problem", async () => {
  expect(await problems("GET", "/buyers?limit=99999999999999999999")).toHaveLength(1);
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
  expect(await account({ [name]: input })).toEqual([at(`body.${name}`, type, msg, { input })]);
});

it("the length of a field is measured in code points", async () => {
  const body = { id: "astral", display_name: "\u{1f4b6}".repeat(255) };
  expect((await reference.request("POST", "/merchant-accounts", { body })).status).toBe(201);
});

it("a number beyond every other is not repeated, since JSON has no word for it", async () => {
  const { json } = await reference.request("PUT", rulePath, { body: '{"position":1e999}' });
  expect(json.detail).toEqual([at("body.position", "int_type", "Input should be a valid integer")]);
});

it("a list names its wrong items once each", async () => {
  const wrong = { name: "split_routing", operator: "less_than_or_equal_to", value: 1e300 };
  const found = await rule({ conditions: Array.from({ length: 100 }, () => wrong) });
  expect(found.map((problem: { loc: string[] }) => problem.loc[2])).toEqual(
    Array.from({ length: 100 }, (_, index) => String(index)),
  );
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
