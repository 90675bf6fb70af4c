import { parseSeed } from "../../src/server/seed/parse.ts";
import { instant } from "./host.ts";
import { type Reference, startReference } from "./server.ts";

const created = "2026-01-10T09:00:00.000Z";

/** Ids of the small company, by meaning. */
export const ids = {
  ada: "a0000000-0000-4000-8000-000000000001",
  grace: "a0000000-0000-4000-8000-000000000002",
  operator: "b0000000-0000-4000-8000-000000000001",
  staff: "b0000000-0000-4000-8000-000000000002",
  activeCard: "c0000000-0000-4000-8000-000000000001",
  inactiveCard: "c0000000-0000-4000-8000-000000000002",
  activeToken: "d0000000-0000-4000-8000-000000000001",
  suspendedToken: "d0000000-0000-4000-8000-000000000002",
  inactiveToken: "d0000000-0000-4000-8000-000000000003",
  fullGiftCard: "e0000000-0000-4000-8000-000000000001",
  expiredGiftCard: "e0000000-0000-4000-8000-000000000002",
  appleWallet: "f0000000-0000-4000-8000-000000000001",
  euroConfiguration: "f1000000-0000-4000-8000-000000000001",
  anyConfiguration: "f1000000-0000-4000-8000-000000000002",
  firstRule: "f2000000-0000-4000-8000-000000000001",
  secondRule: "f2000000-0000-4000-8000-000000000002",
} as const;

/** A company small enough that a test can name every row of an answer. */
const smallCompany = {
  users: [
    {
      id: ids.operator,
      name: "Mary Jackson",
      email_address: "mary@shop.example",
      is_staff: false,
      status: "active",
    },
    {
      id: ids.staff,
      name: "Katherine Johnson",
      email_address: "katherine@service.example",
      is_staff: true,
      status: "active",
    },
  ],
  buyers: [
    {
      id: ids.ada,
      display_name: "Ada Lovelace",
      external_identifier: "ada-1",
      account_number: "100",
      created_at: "2026-01-11T09:00:00.000Z",
      updated_at: "2026-01-11T09:00:00.000Z",
      billing_details: {
        first_name: "Ada",
        last_name: "Lovelace",
        email_address: "ada@shop.example",
        phone_number: "+442012345678",
        address: { city: "London", country: "GB", postal_code: "SW1A 1AA", line1: "12 Engine Street" },
      },
    },
    {
      id: ids.grace,
      display_name: "Grace Hopper",
      external_identifier: "grace-1",
      created_at: created,
      updated_at: created,
      billing_details: { address: { country: "US", state: "New York", state_code: "US-NY" } },
    },
  ],
  payment_methods: [
    { id: ids.activeCard, kind: "card", status: "active", buyer_id: ids.ada },
    { id: ids.inactiveCard, kind: "card", status: "inactive", buyer_id: ids.grace },
  ],
  network_tokens: [
    [ids.activeToken, "active"],
    [ids.suspendedToken, "suspended"],
    [ids.inactiveToken, "inactive"],
  ].map(([id, status]) => ({
    id,
    payment_method_id: ids.activeCard,
    status,
    expiration_date: "12/29",
    token: `token-${status}`,
    created_at: created,
    updated_at: created,
  })),
  digital_wallets: [{ id: ids.appleWallet, provider: "apple", domain_names: ["shop.example"] }],
  gift_cards: [
    {
      id: ids.fullGiftCard,
      number: "6006490000000001",
      pin: "1234",
      balance: 2500,
      currency: "EUR",
      expiration_date: "2027-12-31T00:00:00.000Z",
      stored: true,
    },
    {
      id: ids.expiredGiftCard,
      number: "6006490000000002",
      pin: "1234",
      error_code: "expired_card",
      stored: true,
    },
  ],
  three_ds_configurations: [
    [ids.euroConfiguration, "visa", "EUR"],
    [ids.anyConfiguration, "mastercard", null],
  ].map(([id, scheme, currency]) => ({
    id,
    scheme,
    currency,
    merchant_acquirer_bin: "516327",
    merchant_acquirer_id: "123456789012345",
    merchant_name: "Example Shop",
    merchant_country_code: "DE",
    merchant_category_code: "5411",
    merchant_url: "https://shop.example",
    created_at: created,
    updated_at: created,
  })),
  flow_rules: [
    [ids.firstRule, 0, "Small amounts"],
    [ids.secondRule, 1, "Known buyers"],
  ].map(([id, position, description]) => ({
    id,
    flow: "card-transaction",
    action: "skip-3ds",
    position,
    description,
    conditions: [{ name: "amount", operator: "less_than", value: { currency: "EUR", value: 1000 } }],
    outcome: { type: "boolean", result: true },
    created_at: created,
    updated_at: created,
  })),
  audit_logs: [
    ["a1000000-0000-4000-8000-000000000001", "2026-01-15T11:00:00.000Z", "created", ids.operator],
    ["a1000000-0000-4000-8000-000000000002", "2026-01-14T11:00:00.000Z", "updated", ids.staff],
    ["a1000000-0000-4000-8000-000000000003", "2026-01-08T11:00:00.000Z", "deleted", ids.operator],
  ].map(([id, timestamp, action, user]) => ({
    id,
    timestamp,
    action,
    resource: { type: "buyer", id: ids.ada, name: "Ada Lovelace" },
    user_id: user,
  })),
};

/** A reference server with the small company and what a test adds, at the instant of every test. */
export async function startSmallCompany(more: Readonly<Record<string, unknown>> = {}): Promise<Reference> {
  const seed = await parseSeed(JSON.stringify({ ...smallCompany, ...more }), "small-company.json");
  return startReference({ seed, now: () => new Date(instant) });
}
