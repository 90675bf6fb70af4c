import { expect, test } from "vitest";
import type { StoredList } from "../../../../src/contract/control/words.ts";
import type { Seed } from "../../../../src/server/seed/seed.ts";
import { newPublicKey } from "../public-keys.ts";
import { id, now, seededStore, storedRows } from "../stores.ts";

const key = newPublicKey();
const made = now.toISOString();
const times = { created_at: "2030-01-01T00:00:00.000Z", updated_at: "2030-02-01T00:00:00.000Z" };
const other = { merchant_account_id: "other" };

/** The entries that others point at. */
const ground: Seed = {
  merchant_accounts: [{ id: "other", display_name: "Other", ...times }],
  users: [{ id: id(800), name: "Ada Lovelace", email_address: "ada@example.com" }],
  buyers: [{ id: id(801), ...times }],
  payment_methods: [{ id: id(802) }],
};

/** The row that an entry becomes, among those that always exist. */
async function rowOf(list: StoredList, entry: object): Promise<unknown> {
  const store = await seededStore({ ...ground, [list]: [entry, ...(ground[list] ?? [])] });
  const rows = await storedRows(store, list);
  const known = new Set((await storedRows(await seededStore(ground), list)).map(nameOf));
  return rows.find((row) => !known.has(nameOf(row)));
}

function nameOf(row: unknown): string {
  return JSON.parse(JSON.stringify(row)).id;
}

const ada = { id: id(800), name: "Ada Lovelace", email_address: "ada@example.com" };
const outcome = { type: "boolean", result: true } as const;
const configuration = {
  merchant_acquirer_bin: "400000",
  merchant_acquirer_id: "demo",
  merchant_name: "Demo",
  merchant_country_code: "GB",
  merchant_category_code: "5732",
  merchant_url: "https://shop.example",
  scheme: "visa",
};
const address = {
  city: "London",
  country: "GB",
  postal_code: "SW1Y 4JH",
  state: "England",
  state_code: "GB-ENG",
  house_number_or_name: "12",
  line1: "St James's Square",
  line2: "Floor 1",
  organization: "Engines",
};

const wholeAccount = {
  id: "shop",
  display_name: "Shop",
  account_updater_enabled: true,
  updater_client_key: "client",
  updater_secret_key: "secret",
  updater_accepted_schemes: ["visa"],
  account_updater_request_encryption_key: "public",
  account_updater_request_encryption_key_id: "1",
  account_updater_response_decryption_key: "private",
  account_updater_response_decryption_key_id: "2",
  over_capture_amount: 1,
  over_capture_percentage: 2,
  visa_network_tokens_requestor_id: "a",
  visa_network_tokens_app_id: "b",
  amex_network_tokens_requestor_id: "c",
  amex_network_tokens_app_id: "d",
  mastercard_network_tokens_requestor_id: "e",
  mastercard_network_tokens_app_id: "f",
  async_network_tokens_enabled: true,
  ...times,
} satisfies NonNullable<Seed["merchant_accounts"]>[number];

const wholeBuyer = {
  id: id(1),
  ...other,
  reconciliation_id: "mine",
  display_name: "Ada",
  external_identifier: "a-1",
  account_number: "42",
  billing_details: {
    first_name: "Ada",
    last_name: "Lovelace",
    email_address: "ada@example.com",
    phone_number: "+442079460000",
    address,
    tax_id: { kind: "vat", value: "XX1" },
  },
  ...times,
};

const role = { id: id(1), name: "Boss", slug: "boss", permissions: { allow: ["*.read"] } };
const user = { id: id(1), name: "Bob", email_address: "b@example.com", is_staff: true, status: "deleted" };
const token = { id: id(1), payment_method_id: id(802), expiration_date: "12/33", token: "t" };
const rule = { id: id(1), flow: "card-transaction", action: "decline-early", outcome };
const wholeRule = { description: "No", position: 0, error_code: "flow_no", ...times };
const conditions = [{ name: "amount_zero", operator: "equal_to", value: 0 }];
const standing = { assignable_to: ["user"], applies_to: [], is_standalone_assignable: false };
const log = { id: id(1), action: "voided", resource: { type: "rule", id: "x", name: "Large" } };
const byAda = { type: "user", ...ada, is_staff: false, status: "active" };

test.each<[StoredList, object, object]>([
  ["merchant_accounts", wholeAccount, { type: "merchant-account" }],
  ["roles", { ...role, description: "May", ...standing }, { type: "role" }],
  ["users", user, { type: "user" }],
  ["buyers", wholeBuyer, { type: "buyer" }],
  ["payment_methods", { id: id(1), ...other, kind: "bank", status: "inactive", buyer_id: id(801) }, {}],
  ["network_tokens", { ...token, status: "suspended", ...times }, { type: "network-token" }],
  ["digital_wallets", { id: id(1), ...other, provider: "google", domain_names: ["a.example"] }, {}],
  [
    "three_ds_configurations",
    { id: id(1), ...other, ...configuration, currency: "GBP", metadata: { a: "b" }, ...times },
    { type: "merchant-account.three-ds-configuration" },
  ],
  ["flow_rules", { ...rule, ...other, ...wholeRule, conditions }, { type: "rule" }],
  ["audit_logs", { ...log, ...other, timestamp: times.created_at, user: byAda }, { type: "audit-log" }],
])("an entry of %s with every field is stored unchanged", async (list, entry, more) => {
  expect(await rowOf(list, entry)).toEqual({ ...more, ...entry });
});

test("a gift card with every field is stored unchanged, and shown without its PIN", async () => {
  const { pin, ...shown } = {
    id: id(1),
    ...other,
    number: "6000000000000001",
    pin: "4711",
    stored: true,
    balance: 5,
    currency: "GBP",
    expiration_date: "2032-01-01T00:00:00.000Z",
    error_code: null,
    usage_count: 4,
    cit_usage_count: 3,
    last_used_at: "2030-03-01T00:00:00.000Z",
    cit_last_used_at: "2030-02-01T00:00:00.000Z",
  };
  expect(await rowOf("gift_cards", { ...shown, pin })).toEqual(shown);
  const broken = { id: id(1), number: shown.number, pin, error_code: "expired_card" } as const;
  expect(await rowOf("gift_cards", broken)).toMatchObject({ balance: null, error_code: "expired_card" });
});

test("a key pair with every field is listed unchanged, its key as Node writes it", async () => {
  const entry = {
    id: id(1),
    display_name: "Key",
    public_key: key.pem.replaceAll("\n", "\r\n"),
    active: false,
    role_slugs: ["support"],
    merchant_account_ids: ["other"],
    creator_id: ada.id,
    last_used_at: "2030-03-01T00:00:00.000Z",
    ...times,
  };
  expect(await rowOf("api_key_pairs", entry)).toMatchObject({
    thumbprint: key.thumbprint,
    display_name: "Key",
    active: false,
    last_used_at: entry.last_used_at,
    creator: { ...ada, thumbprint: null },
    merchant_accounts: [{ id: "other", display_name: "Other", ...times }],
    roles: [{ slug: "support" }],
    ...times,
  });
  const store = await seededStore({ ...ground, api_key_pairs: [entry] });
  const record = await store.read((resources) => resources.apiKeyPairs.find(id(1)));
  expect(record?.publicKey).toBe(key.pem);
});

const fresh = { created_at: made, updated_at: made };
const account = { merchant_account_id: "default" };
const emptyAccount = Object.fromEntries(Object.keys(wholeAccount).map((field) => [field, null]));
const enabled = { account_updater_enabled: false, async_network_tokens_enabled: false };
const atHome = { assignable_to: ["api-key-pair"], applies_to: ["merchant-account"] };

test.each<[StoredList, object, object]>([
  [
    "merchant_accounts",
    { id: "shop", display_name: "Shop" },
    { ...emptyAccount, ...enabled, type: "merchant-account", ...fresh },
  ],
  ["roles", role, { type: "role", description: null, ...atHome, is_standalone_assignable: true }],
  ["network_tokens", token, { type: "network-token", status: "active", ...fresh }],
  ["digital_wallets", { id: id(1), provider: "apple" }, { ...account, domain_names: [] }],
  [
    "three_ds_configurations",
    { id: id(1), ...configuration },
    { type: "merchant-account.three-ds-configuration", ...account, currency: null, metadata: {}, ...fresh },
  ],
  [
    "flow_rules",
    rule,
    { type: "rule", ...account, description: null, conditions: [], position: 0, error_code: null, ...fresh },
  ],
  ["audit_logs", { ...log, user: byAda }, { type: "audit-log", ...account, timestamp: made }],
])("fields that an entry of %s leaves out are empty, or the default", async (list, entry, more) => {
  expect(await rowOf(list, entry)).toEqual({ ...more, ...entry });
});

test("an audit log may name its user by id, and its resource by nothing else", async () => {
  const { user_id, resource } = { user_id: ada.id, resource: { type: "rule", id: "x" } };
  expect(await rowOf("audit_logs", { id: id(1), action: "created", resource, user_id })).toMatchObject({
    resource: { ...resource, name: null },
    user: byAda,
  });
});

test("billing details with few fields are answered with every field", async () => {
  const nobody = { first_name: null, last_name: null, email_address: null, phone_number: null };
  const row = await rowOf("buyers", { id: id(1), billing_details: { address: { city: "London" } } });
  const nowhere = Object.fromEntries(Object.keys(address).map((field) => [field, null]));
  expect(row).toMatchObject({
    billing_details: { ...nobody, address: { ...nowhere, city: "London" }, tax_id: null },
  });
});

test("a time of change that is left out is the time of creation", async () => {
  expect(await rowOf("buyers", { id: id(1), created_at: times.created_at })).toMatchObject({
    created_at: times.created_at,
    updated_at: times.created_at,
  });
});
