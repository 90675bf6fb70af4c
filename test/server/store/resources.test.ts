import { expect, test } from "vitest";
import { apiKeyPair } from "../../../src/contract/schemas/api-key-pairs.ts";
import { json } from "../../../src/server/json.ts";
import { defaultAccount, referenceUser } from "../../../src/server/store/built-in.ts";
import type { AccountUpdaterJob } from "../../../src/server/store/records.ts";
import { registerKeyPair } from "../../../src/server/store/seed/registration.ts";
import type { Seed } from "../../../src/server/store/seed/seed.ts";
import { readStoredList } from "../../../src/server/store/stored-lists.ts";
import { newPublicKey } from "./public-keys.ts";
import { id, now, parsedAll, seededStore } from "./stores.ts";

const at = now.toISOString();
const [wide, narrow, both] = [newPublicKey(), newPublicKey(), newPublicKey()];

const keySeed: Seed = {
  merchant_accounts: [
    { id: "first", display_name: "First", over_capture_amount: 5 },
    { id: "second", display_name: "Second" },
  ],
  users: [{ id: id(50), name: "Ada Lovelace", email_address: "ada@example.com" }],
  roles: [{ id: id(60), name: "Narrow", slug: "narrow", permissions: { allow: ["flows.write", "*.read"] } }],
  api_key_pairs: [
    {
      id: id(1),
      display_name: "Wide",
      public_key: wide.pem,
      role_slugs: ["administrator"],
      creator_id: id(50),
    },
    {
      id: id(2),
      display_name: "Narrow",
      public_key: narrow.pem,
      active: false,
      role_slugs: ["narrow", "read-only"],
      merchant_account_ids: ["second"],
    },
    { id: id(3), display_name: "Both", public_key: both.pem, merchant_account_ids: ["second", "first"] },
  ],
};

test("a key pair is found by its thumbprint, with what its roles allow and who made it", async () => {
  const store = await seededStore(keySeed);
  const found = await store.read((resources) => resources.apiKeyPairs.findByThumbprint(wide.thumbprint));
  expect(found).toEqual({
    id: id(1),
    thumbprint: wide.thumbprint,
    displayName: "Wide",
    publicKey: wide.pem,
    active: true,
    allow: ["*.read", "*.write", "embed"],
    merchantAccountIds: undefined,
    creator: {
      type: "user",
      id: id(50),
      name: "Ada Lovelace",
      email_address: "ada@example.com",
      is_staff: false,
      status: "active",
    },
  });
});

test("a restricted key pair names its accounts in their order and each scope once", async () => {
  const store = await seededStore(keySeed);
  const pairs = await store.read((resources) =>
    Promise.all([id(2), id(3), id(4)].map((pair) => resources.apiKeyPairs.find(pair))),
  );
  expect(pairs.map((pair) => pair && [pair.active, pair.allow.toSorted(), pair.merchantAccountIds])).toEqual([
    [false, ["*.read", "flows.write"], ["second"]],
    [true, [], ["second", "first"]],
    undefined,
  ]);
});

test("lists key pairs as the specification shows them", async () => {
  const store = await seededStore(keySeed);
  const page = await store.read((resources) => resources.apiKeyPairs.page({}, { limit: 20 }));
  const pairs = parsedAll(page.rows);
  for (const pair of pairs) expect(() => apiKeyPair.parse(pair)).not.toThrow();
  expect(pairs.map((pair) => [pair.id, pair.roles.map((role) => role.slug), pair.merchant_accounts])).toEqual(
    [
      [id(1), ["administrator"], []],
      [id(2), ["narrow", "read-only"], [accountIn("second", "Second", null)]],
      [id(3), [], [accountIn("second", "Second", null), accountIn("first", "First", 5)]],
    ],
  );
  expect(pairs[0]).toMatchObject({
    algorithm: "ECDSA",
    private_key: null,
    last_used_at: null,
    creator: { id: id(50), name: "Ada Lovelace", email_address: "ada@example.com", thumbprint: null },
  });
  expect(pairs[1]).toMatchObject({ active: false, creator: null });
});

function accountIn(accountId: string, name: string, amount: number | null) {
  const created = accountId === "first" ? at : new Date(now.getTime() - 1).toISOString();
  return {
    id: accountId,
    display_name: name,
    created_at: created,
    updated_at: created,
    type: "merchant-account",
    over_capture_amount: amount,
    over_capture_percentage: null,
  };
}

test.each([
  [["second"], [2]],
  [["first"], []],
  [
    ["first", "second", "third"],
    [2, 3],
  ],
  [[], []],
])("within the accounts %j, lists only the pairs that stay inside", async (within, expected) => {
  const store = await seededStore(keySeed);
  const page = await store.read((resources) => resources.apiKeyPairs.page({ within }, { limit: 20 }));
  expect(parsedAll(page.rows).map((pair) => pair.id)).toEqual(expected.map(id));
});

test("a deleted key pair is gone, with its roles and accounts", async () => {
  const store = await seededStore(keySeed);
  await store.write((resources) => resources.apiKeyPairs.delete(id(2)));
  expect(
    await store.read((resources) => resources.apiKeyPairs.findByThumbprint(narrow.thumbprint)),
  ).toBeUndefined();
  const left = await store.inspect((database) =>
    ["api_key_pair_roles", "api_key_pair_accounts"].map((table) =>
      database.all(`SELECT api_key_pair_id FROM ${table} WHERE api_key_pair_id = ?`, id(2)),
    ),
  );
  expect(left).toEqual([[], []]);
});

test("the last use of a key pair is written at most once a minute", async () => {
  const store = await seededStore(keySeed);
  const uses: (string | null | undefined)[] = [];
  for (const second of [0, 59, 60, 61]) {
    const used = new Date(now.getTime() + second * 1000);
    await store.write((resources) => resources.apiKeyPairs.touch(id(1), used));
    const page = await store.read((resources) => resources.apiKeyPairs.page({}, { limit: 1 }));
    uses.push(parsedAll(page.rows)[0]?.last_used_at);
  }
  expect(uses).toEqual([
    at,
    at,
    new Date(now.getTime() + 60_000).toISOString(),
    new Date(now.getTime() + 60_000).toISOString(),
  ]);
});

test("a registered key pair may do everything and was created by the built-in user", async () => {
  const store = await seededStore({});
  await registerKeyPair(store, { id: id(1), displayName: "Mine", publicKey: wide.pem });
  expect(await store.read((resources) => resources.apiKeyPairs.find(id(1)))).toMatchObject({
    thumbprint: wide.thumbprint,
    displayName: "Mine",
    allow: ["*.read", "*.write", "embed"],
    merchantAccountIds: undefined,
    creator: referenceUser,
  });
});

test("a registered key pair is never taken for another one", async () => {
  const store = await seededStore({});
  await registerKeyPair(store, { id: id(1), displayName: "Mine", publicKey: wide.pem });
  await expect(
    registerKeyPair(store, { id: id(2), displayName: "Again", publicKey: wide.pem }),
  ).rejects.toThrow("UNIQUE constraint failed: api_key_pairs.thumbprint");
  await expect(
    registerKeyPair(store, { id: id(3), displayName: "None", publicKey: "no key" }),
  ).rejects.toMatchObject({ message: "a key pair needs the PEM of a P-521 public key", exitCode: 2 });
});

test("a merchant account is inserted once", async () => {
  const store = await seededStore({});
  const account = { ...defaultAccount, account_updater_enabled: false, created_at: at, updated_at: at };
  const results = await Promise.all(
    ["default", "new", "new"].map((accountId) =>
      store.write((resources) => resources.merchantAccounts.insert({ ...account, id: accountId })),
    ),
  );
  expect(results).toEqual([false, true, false]);
  expect(await store.read((resources) => resources.merchantAccounts.exists("new"))).toBe(true);
  expect(await store.read((resources) => resources.merchantAccounts.exists("none"))).toBe(false);
});

const paymentSeed: Seed = {
  merchant_accounts: [{ id: "other", display_name: "Other" }],
  payment_methods: [
    { id: id(1) },
    { id: id(2), status: "inactive", kind: "bank" },
    { id: id(3), merchant_account_id: "other" },
  ],
  network_tokens: [{ id: id(11), payment_method_id: id(1), expiration_date: "12/33", token: "demo" }],
  digital_wallets: [{ id: id(21), provider: "apple", domain_names: ["b.example", "a.example"] }],
  gift_cards: [
    { id: id(31), number: "6000000000000001", pin: "1", stored: true, balance: 5, currency: "GBP" },
    { id: id(32), number: "6000000000000002", pin: "2", error_code: "expired_card" },
  ],
  three_ds_configurations: [
    configuration(41, "GBP"),
    configuration(42, null),
    configuration(43, "EUR"),
    { ...configuration(44, "GBP"), merchant_account_id: "other" },
  ],
};

function configuration(number: number, currency: string | null) {
  return {
    id: id(number),
    merchant_acquirer_bin: "400000",
    merchant_acquirer_id: "demo",
    merchant_name: "Demo",
    merchant_country_code: "GB",
    merchant_category_code: "5732",
    merchant_url: "https://shop.example",
    scheme: "visa",
    currency,
  };
}

test("finds the payment methods of an account in the order asked", async () => {
  const store = await seededStore(paymentSeed);
  const ids = [id(2), id(9), id(3), id(1)];
  expect(await store.read((resources) => resources.paymentMethods.findAll("default", ids))).toEqual([
    { id: id(2), merchantAccountId: "default", kind: "bank", status: "inactive" },
    { id: id(1), merchantAccountId: "default", kind: "card", status: "active" },
  ]);
});

test("finds a network token below its own payment method and account only, and keeps its changes", async () => {
  const store = await seededStore(paymentSeed);
  const find = (account: string, method: string) =>
    store.read((resources) => resources.networkTokens.find(account, method, id(11)));
  const token = await find("default", id(1));
  const expected = {
    type: "network-token",
    id: id(11),
    payment_method_id: id(1),
    expiration_date: "12/33",
    token: "demo",
    status: "active",
    created_at: at,
    updated_at: at,
  } as const;
  expect(token && JSON.parse(token)).toEqual(expected);
  expect([await find("other", id(1)), await find("default", id(2))]).toEqual([undefined, undefined]);
  const suspended = { ...expected, status: "suspended" };
  await store.write((resources) => resources.networkTokens.update(suspended));
  expect(await find("default", id(1))).toBe(json(suspended));
});

test("a wallet knows its domains in lower case, and takes each only once", async () => {
  const store = await seededStore(paymentSeed);
  await store.write((resources) => resources.digitalWallets.addDomain(id(21), "C.example"));
  expect(await store.read((resources) => resources.digitalWallets.find("default", id(21)))).toEqual({
    id: id(21),
    merchantAccountId: "default",
    provider: "apple",
    domainNames: ["a.example", "b.example", "c.example"],
  });
  expect(await store.read((resources) => resources.digitalWallets.find("other", id(21)))).toBeUndefined();
  await expect(
    store.write((resources) => resources.digitalWallets.addDomain(id(21), "c.EXAMPLE")),
  ).rejects.toThrow("UNIQUE constraint failed");
});

test("a stored gift card is found by id, every card by number, each in its account", async () => {
  const store = await seededStore(paymentSeed);
  const [stored, unstored, foreign, byNumber, foreignNumber] = await store.read(({ giftCards }) =>
    Promise.all([
      giftCards.findStored("default", id(31)),
      giftCards.findStored("default", id(32)),
      giftCards.findStored("other", id(31)),
      giftCards.findByNumber("default", "6000000000000002"),
      giftCards.findByNumber("other", "6000000000000002"),
    ]),
  );
  expect([unstored, foreign, foreignNumber]).toEqual([undefined, undefined, undefined]);
  expect(stored).toEqual({
    id: id(31),
    merchantAccountId: "default",
    number: "6000000000000001",
    pin: "1",
    stored: true,
    balance: 5,
    currency: "GBP",
    expirationDate: null,
    errorCode: null,
    usageCount: 0,
    citUsageCount: 0,
    lastUsedAt: null,
    citLastUsedAt: null,
  });
  expect(byNumber).toMatchObject({ id: id(32), stored: false, balance: null, errorCode: "expired_card" });
});

test.each([
  [undefined, [41, 42, 43]],
  ["GBP", [41, 42]],
  ["JPY", [42]],
])("lists the 3DS configurations for the currency %s and those for all", async (currency, expected) => {
  const store = await seededStore(paymentSeed);
  const found = await store.read((resources) => resources.threeDsConfigurations.list("default", currency));
  expect(parsedAll(found).map((one) => one.id)).toEqual(expected.map(id));
});

test("an account updater job is kept", async () => {
  const store = await seededStore({});
  const job: AccountUpdaterJob = {
    id: id(1),
    type: "account-updater-job",
    merchant_account_id: "default",
    inquiries: [],
    created_at: at,
    updated_at: at,
  };
  await store.write((resources) => resources.accountUpdaterJobs.insert(job));
  expect(await readStoredList(store, "account_updater_jobs")).toEqual([json(job)]);
});

const ruleBase = {
  flow: "card-transaction",
  action: "skip-3ds",
  outcome: { type: "boolean", result: true },
} as const;

test("a rule is found by id, with its siblings by position, and keeps its changes", async () => {
  const store = await seededStore({
    flow_rules: [
      { ...ruleBase, id: id(1), position: 1 },
      { ...ruleBase, id: id(2), position: 0 },
      { ...ruleBase, id: id(3), action: "decline-early" },
    ],
  });
  const rule = await store.read((resources) => resources.flowRules.find(id(1)));
  if (rule === undefined) throw new Error("the rule is missing");
  const order = async () =>
    (await store.read((resources) => resources.flowRules.siblings(rule))).map((one) => [
      one.id,
      one.position,
    ]);
  expect(await order()).toEqual([
    [id(2), 0],
    [id(1), 1],
  ]);
  await store.write((resources) =>
    resources.flowRules.update({ ...rule, position: 0, description: "moved" }),
  );
  expect(await order()).toEqual([
    [id(1), 0],
    [id(2), 0],
  ]);
  const moved = await store.read((resources) => resources.flowRules.find(id(1)));
  expect(moved).toEqual({ ...rule, position: 0, description: "moved" });
  expect(await store.read((resources) => resources.flowRules.find(id(9)))).toBeUndefined();
});

test("personal data is blanked for callers who may not see it", async () => {
  const store = await seededStore({
    buyers: [
      {
        id: id(1),
        display_name: "Ada",
        external_identifier: "a-1",
        account_number: "42",
        billing_details: {
          first_name: "Ada",
          email_address: "ada@example.com",
          address: { city: "London", country: "GB", state: "England", state_code: "GB-ENG", line1: "Square" },
          tax_id: { kind: "vat", value: "XX1" },
        },
      },
      { id: id(2), billing_details: { last_name: "Lovelace" } },
      { id: id(3) },
    ],
  });
  const page = await store.read((resources) =>
    resources.buyers.page({ merchantAccountId: "default", hidePersonalData: true }, { limit: 20 }),
  );
  const nobody = {
    first_name: null,
    last_name: null,
    email_address: null,
    phone_number: null,
    address: null,
    tax_id: null,
  };
  const buyers = parsedAll(page.rows);
  expect(buyers.map((buyer) => buyer.billing_details)).toEqual([
    {
      ...nobody,
      address: {
        city: null,
        country: "GB",
        postal_code: null,
        state: "England",
        state_code: "GB-ENG",
        house_number_or_name: null,
        line1: null,
        line2: null,
        organization: null,
      },
    },
    nobody,
    null,
  ]);
  expect(buyers[0]).toMatchObject({ display_name: "Ada", external_identifier: "a-1", account_number: null });
});
