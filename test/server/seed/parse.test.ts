import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { exitCodes, type FieldProblem, UsageError } from "../../../src/errors.ts";
import { parseSeed } from "../../../src/server/seed/parse.ts";
import { newPublicKey } from "../store/public-keys.ts";
import { id } from "../store/stores.ts";

/** Every problem as a line. */
async function problemsOf(document: unknown): Promise<string[]> {
  const text = typeof document === "string" ? document : JSON.stringify(document);
  const error = await parseSeed(text, "seed.json").then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof UsageError)) throw new Error("the seed was not refused", { cause: error });
  return error.fields.map(({ field, message }: FieldProblem) => `${field}: ${message}`);
}

test("a seed is read as YAML and as JSON alike", async () => {
  const yaml = await parseSeed(
    "buyers:\n  - display_name: Ada # a comment\n    created_at: 2031-01-01T01:00:00+01:00\n",
    "seed.yaml",
  );
  const json = await parseSeed(
    '{"buyers": [{"display_name": "Ada", "created_at": "2031-01-01T00:00:00Z"}]}',
    "seed.json",
  );
  expect(yaml).toEqual({ buyers: [{ display_name: "Ada", created_at: "2031-01-01T00:00:00.000Z" }] });
  expect(json).toEqual(yaml);
});

test.each(["", "# nothing\n", "{}", "null"])("the document %j is an empty seed", async (text) => {
  expect(await parseSeed(text, "seed.yaml")).toEqual({});
});

test("a refused seed says how many problems it has", async () => {
  await expect(parseSeed('{"buyer": []}', "seed.json")).rejects.toMatchObject({
    message: "the seed seed.json has a problem; nothing was changed",
    hint: { text: "to see what a seed can contain", command: "payctl serve --help" },
    exitCode: exitCodes.usage,
  });
  await expect(parseSeed('{"a": [], "b": []}', "x.yaml")).rejects.toThrow(
    "the seed x.yaml has 2 problems; nothing was changed",
  );
});

test("a mistake in the notation is named by its line", async () => {
  expect(await problemsOf("buyers:\n  - display_name: [Ada\n")).toEqual([
    "line 3: a bracket is not closed, or the line is not indented as those around it",
  ]);
  expect(await problemsOf('{\n  "buyers": [\n}')).toEqual([
    "line 3: a bracket is not closed, or the line is not indented as those around it",
  ]);
});

test.each([["[]"], ["text"], ["12"]])("the document %s holds no lists", async (text) => {
  expect(await problemsOf(text)).toEqual(["document: must be an object of named lists"]);
});

test("a seed names every problem of every entry by its path", async () => {
  const problems = await problemsOf({
    surprise: 1,
    buyer: [],
    roles: [{ name: "Odd", slug: "Odd Slug", permissions: { allow: ["flows.admin"] } }],
    buyers: [
      { display_name: "", billing_details: { address: { state_code: "X", planet: "Mars" } } },
      { id: "7", created_at: "yesterday", nickname: "Ada" },
    ],
    payment_methods: {},
    gift_cards: [{ number: "123", pin: "" }],
    flow_rules: [{ flow: "checkout", action: "select-payment-options" }],
  });
  expect(problems).toEqual([
    "roles.0.slug: must match ^[a-z0-9]+(?:-[a-z0-9]+)*$",
    expect.stringMatching(
      /^roles\.0\.permissions\.allow\.0: "flows\.admin" is not a scope(?:; did you mean [\w.-]+\?|\.) Known: /,
    ),
    "buyers.0.display_name: must have at least 1 character",
    "buyers.0.billing_details.address.state_code: must match ^[A-Z]{2}-[A-Z0-9]{1,3}$",
    "buyers.0.billing_details.address.planet: is not a known field",
    "buyers.1.id: must be a UUID",
    "buyers.1.created_at: must be a time as in 2026-01-31T12:00:00Z, or one from the start as in -12d or +3h30m",
    "buyers.1.nickname: is not a known field",
    "payment_methods: must be a list",
    "gift_cards.0.number: must be 16 to 19 digits",
    "gift_cards.0.pin: must have at least 1 character",
    "gift_cards.0.balance: is missing; only an error_code can replace it",
    "gift_cards.0.currency: is missing; only an error_code can replace it",
    "flow_rules.0.outcome: is missing",
    "surprise: is not a known field",
    "buyer: is not a known field; did you mean buyers?",
  ]);
});

test("a time has a year of four digits, whatever its time zone", async () => {
  const times = ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59-01:00", "0000-01-01T00:00:00+01:00"];
  const year = "must be in the years 0000 to 9999 in UTC";
  expect(await problemsOf({ buyers: times.map((time) => ({ created_at: time })) })).toEqual([
    `buyers.1.created_at: ${year}`,
    `buyers.2.created_at: ${year}`,
  ]);
});

test("a mistyped field or word of a seed is named with what it was meant to be", async () => {
  const problems = await problemsOf({
    buyers: [{ dispaly_name: "Ada", billing_details: { adress: {} } }],
    payment_methods: [{ status: "activ" }, { status: "4111111111111111" }],
    roles: [{ name: "Reader", slug: "reader", permissions: { allow: ["buyer.reed"] } }],
  });
  expect(problems.map((problem) => problem.replace(/ Known: .*/, ""))).toEqual([
    'roles.0.permissions.allow.0: "buyer.reed" is not a scope; did you mean buyers.read?',
    "buyers.0.billing_details.adress: is not a known field; did you mean address?",
    "buyers.0.dispaly_name: is not a known field; did you mean display_name?",
    'payment_methods.0.status: "activ" is not a valid value; did you mean active?',
    "payment_methods.1.status: must be one of active, inactive",
  ]);
});

test("a value of a seed is never repeated: it may be a secret", async () => {
  const problems = await problemsOf({ gift_cards: [{ number: "987654", pin: 4711 }] });
  expect(problems.join()).not.toMatch(/987654|4711/);
});

test("a seed takes only P-521 public keys, and no private ones", async () => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-521" });
  const keys = [
    newPublicKey().pem,
    newPublicKey("P-256").pem,
    privateKey.export({ type: "pkcs8", format: "pem" }),
    "key",
  ];
  const problems = await problemsOf({
    api_key_pairs: keys.map((key) => ({ display_name: "Key", public_key: key })),
  });
  expect(problems).toEqual(
    [1, 2, 3].map((index) => `api_key_pairs.${index}.public_key: expected the PEM of a P-521 public key`),
  );
});

test("a seed names everything that points at nothing", async () => {
  const problems = await problemsOf({
    merchant_accounts: [{ id: "eu", display_name: "Europe" }],
    api_key_pairs: [
      {
        display_name: "Key",
        public_key: newPublicKey().pem,
        role_slugs: ["administrator", "boss"],
        merchant_account_ids: ["eu", "EU", "default"],
        creator_id: id(1),
      },
    ],
    buyers: [{ merchant_account_id: "us" }],
    payment_methods: [{ id: id(5), buyer_id: id(2) }],
    network_tokens: [
      { payment_method_id: id(5), expiration_date: "12/33", token: "t" },
      { payment_method_id: id(6), expiration_date: "12/33", token: "t" },
    ],
    audit_logs: [{ action: "created", resource: { type: "user", id: "x" }, user_id: id(3) }],
  });
  expect(problems).toEqual([
    "api_key_pairs.0.role_slugs.1: roles has no slug boss",
    "api_key_pairs.0.merchant_account_ids.1: merchant_accounts has no id EU",
    `api_key_pairs.0.creator_id: users has no id ${id(1)}`,
    "buyers.0.merchant_account_id: merchant_accounts has no id us",
    `payment_methods.0.buyer_id: buyers has no id ${id(2)}`,
    `network_tokens.1.payment_method_id: payment_methods has no id ${id(6)}`,
    `audit_logs.0.user_id: users has no id ${id(3)}`,
  ]);
});

test("a wrong field hides no dangling reference, and makes none", async () => {
  const problems = await problemsOf({
    payment_methods: [{ id: id(5), status: "broken", merchant_account_id: "us" }],
    network_tokens: [{ payment_method_id: id(5), expiration_date: "12/33", token: "t" }],
  });
  expect(problems).toEqual([
    'payment_methods.0.status: "broken" is not a valid value. Known: active, inactive',
    "payment_methods.0.merchant_account_id: merchant_accounts has no id us",
  ]);
});

test("ids point at each other whatever their case", async () => {
  const upper = "AAAAAAAA-0000-4000-8000-000000000001";
  const seed = await parseSeed(
    JSON.stringify({ buyers: [{ id: upper }], payment_methods: [{ buyer_id: upper.toLowerCase() }] }),
    "seed.json",
  );
  expect(seed.buyers?.[0]?.id).toBe(upper.toLowerCase());
});

test("a seed names everything that is there twice", async () => {
  const key = newPublicKey().pem;
  const role = { name: "Role", slug: "role", permissions: { allow: [] } };
  const card = { number: "6000000000000001", pin: "1", balance: 1, currency: "GBP" };
  const problems = await problemsOf({
    merchant_accounts: [
      { id: "eu", display_name: "Europe" },
      { id: "eu", display_name: "Europe" },
    ],
    roles: [role, role],
    api_key_pairs: [
      { display_name: "Key", public_key: key },
      { display_name: "Key", public_key: key },
    ],
    buyers: [{ id: id(1) }, { id: id(2) }, { id: id(1) }],
    gift_cards: [card, { ...card, merchant_account_id: "eu" }, { ...card, merchant_account_id: "default" }],
  });
  expect(problems).toEqual([
    "merchant_accounts.1.id: is the same as in merchant_accounts.0",
    "roles.1.slug: is the same as in roles.0",
    "api_key_pairs.1.public_key: is the same as in api_key_pairs.0",
    "buyers.2.id: is the same as in buyers.0",
    "gift_cards.2.number: is the same as in gift_cards.0",
  ]);
});

test("the same id and the same key are known in another spelling", async () => {
  const buyerId = "aaaaaaaa-0000-4000-8000-000000000001";
  const { pem } = newPublicKey();
  const problems = await problemsOf({
    api_key_pairs: [
      { display_name: "Key", public_key: pem },
      { display_name: "Key", public_key: pem.replaceAll("\n", "\r\n") },
    ],
    buyers: [{ id: buyerId }, { id: buyerId.toUpperCase() }],
  });
  expect(problems).toEqual([
    "api_key_pairs.1.public_key: is the same as in api_key_pairs.0",
    "buyers.1.id: is the same as in buyers.0",
  ]);
});

test.each([
  [{}, ["balance", "currency"]],
  [{ balance: 1 }, ["currency"]],
  [{ balance: 1, currency: "GBP", error_code: "expired_card" }, ["balance"]],
])("a gift card with %j lacks sense", async (fields, wrong) => {
  const problems = await problemsOf({ gift_cards: [{ number: "6000000000000001", pin: "1", ...fields }] });
  expect(problems.map((problem) => problem.split(":")[0])).toEqual(
    wrong.map((name) => `gift_cards.0.${name}`),
  );
});

test.each([{}, { user_id: id(1), user: { id: id(2), name: "Ada", email_address: "ada@example.com" } }])(
  "an audit log with %j names not exactly one user",
  async (user) => {
    const problems = await problemsOf({
      users: [{ id: id(1), name: "Ada Lovelace", email_address: "ada@example.com" }],
      audit_logs: [{ action: "created", resource: { type: "user", id: "x" }, ...user }],
    });
    expect(problems).toEqual(["audit_logs.0.user_id: needs either user or user_id"]);
  },
);

const skip = { flow: "card-transaction", action: "skip-3ds", outcome: { type: "boolean", result: true } };

test("the parts of a rule have to go together", async () => {
  const problems = await problemsOf({
    flow_rules: [
      { ...skip, flow: "checkout" },
      { ...skip, outcome: { type: "list", result: ["card"] } },
      { ...skip, conditions: [{ name: "payment_method", operator: "equal_to", value: "card" }] },
      { ...skip, error_code: "flow_no" },
      { ...skip, action: "decline-early", error_code: "flow_no" },
    ],
  });
  expect(problems).toEqual([
    "flow_rules.0.action: the flow checkout takes only select-payment-options",
    "flow_rules.1.outcome.type: The flow card-transaction and action skip-3ds take an outcome of type boolean or three-d-secure",
    "flow_rules.2.conditions.0: The condition payment_method with the operator equal_to needs the action route-transaction",
    "flow_rules.3.error_code: needs the action decline-early",
  ]);
});

test("what an entry lists is there once, a domain in whatever case", async () => {
  const pair = { display_name: "Key", public_key: newPublicKey().pem };
  const problems = await problemsOf({
    api_key_pairs: [
      { ...pair, role_slugs: ["support", "support"], merchant_account_ids: ["default", "default"] },
    ],
    digital_wallets: [{ provider: "apple", domain_names: ["shop.example", "Shop.EXAMPLE"] }],
  });
  expect(problems).toEqual([
    "api_key_pairs.0.role_slugs: items must be unique",
    "api_key_pairs.0.merchant_account_ids: items must be unique",
    "digital_wallets.0.domain_names: items must be unique",
  ]);
});

test("the positions of one flow and action leave no gap and are taken once", async () => {
  const positions = [0, 2, 1, 5, 1];
  expect(await problemsOf({ flow_rules: positions.map((position) => ({ ...skip, position })) })).toEqual([
    "flow_rules.3.position: leaves a gap; 5 rules take the positions 0 to 4",
    "flow_rules.4.position: is taken by an earlier rule",
  ]);
});
