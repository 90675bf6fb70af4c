import { apiKeyPair } from "../../../src/contract/schemas/api-key-pairs.ts";
import { auditLog } from "../../../src/contract/schemas/audit-logs.ts";
import { buyer } from "../../../src/contract/schemas/buyers.ts";
import { giftCardSummary } from "../../../src/contract/schemas/gift-cards.ts";
import { merchantAccount } from "../../../src/contract/schemas/merchant-accounts.ts";
import { threeDsConfiguration } from "../../../src/contract/schemas/three-ds-configurations.ts";
import { absent, checkBounds, id, instant } from "./check-bounds.ts";

/** A value that the specification does not bound may be anything. */
const anyText = { accepts: [null, "", "n".repeat(2000)], refuses: [1] };

checkBounds(
  "a buyer",
  {
    schema: buyer,
    valid: {
      id,
      reconciliation_id: "7jZXl4gBUNl0CnaLEnfXbt",
      merchant_account_id: "default",
      created_at: instant,
      updated_at: instant,
      type: "buyer",
      display_name: "Ada",
      external_identifier: "A-1",
      account_number: null,
      billing_details: null,
    },
  },
  [
    { field: "display_name", ...anyText },
    { field: "external_identifier", ...anyText },
    { field: "account_number", ...anyText },
    { field: "type", accepts: ["buyer"], refuses: [absent, "user"] },
    { field: "later_field", accepts: ["what the service adds"], refuses: [] },
  ],
);

checkBounds(
  "a gift card summary",
  {
    schema: giftCardSummary,
    valid: {
      id: null,
      merchant_account_id: "default",
      bin: "412345",
      sub_bin: "678",
      last4: "1234",
      usage_count: 0,
      cit_usage_count: 0,
      currency: "EUR",
      expiration_date: instant,
      balance: 1000,
      balance_error_code: null,
      balance_raw_error_code: null,
      balance_raw_error_message: null,
      last_used_at: null,
      cit_last_used_at: null,
      type: "gift-card",
    },
  },
  [
    { field: "id", accepts: [id, null], refuses: [absent, "1"] },
    { field: "balance", accepts: [0, null], refuses: [absent, 1.5, "10"] },
    { field: "usage_count", accepts: [3], refuses: [1.5, "3"] },
    { field: "balance_error_code", accepts: ["incorrect_currency", "unknown_error"], refuses: [1] },
    { field: "expiration_date", accepts: [null], refuses: ["12/30"] },
    { field: "type", accepts: ["gift-card"], refuses: [absent, "card"] },
  ],
);

checkBounds(
  "a 3DS configuration",
  {
    schema: threeDsConfiguration,
    valid: {
      id,
      merchant_account_id: "default",
      merchant_acquirer_bin: "412345",
      merchant_acquirer_id: "acquirer",
      merchant_name: "Shop",
      merchant_country_code: "GB",
      merchant_category_code: "5411",
      merchant_url: "https://shop.example",
      scheme: "visa",
      currency: null,
      metadata: {},
      created_at: instant,
      updated_at: instant,
      type: "merchant-account.three-ds-configuration",
    },
  },
  [
    { field: "merchant_acquirer_bin", accepts: ["", "1".repeat(12)], refuses: [1] },
    { field: "merchant_country_code", accepts: ["US", "840", "United States"], refuses: [840] },
    { field: "merchant_category_code", accepts: ["0000", "541"], refuses: [5411] },
    { field: "currency", accepts: ["EUR", null], refuses: [absent, "eur", "EURO"] },
    { field: "metadata", accepts: [null, { tier: "gold", depth: { two: [1] } }], refuses: ["gold", []] },
    { field: "type", accepts: [], refuses: [absent, "three-ds-configuration"] },
  ],
);

const user = {
  type: "user",
  id,
  name: "Ada",
  email_address: "ada@example.com",
  is_staff: false,
  status: "active",
};

checkBounds(
  "an audit log",
  {
    schema: auditLog,
    valid: {
      id,
      type: "audit-log",
      timestamp: instant,
      action: "created",
      merchant_account_id: "default",
      resource: { type: "rule", id, name: null },
      user,
    },
  },
  [
    { field: "id", accepts: [null], refuses: ["1"] },
    { field: "merchant_account_id", accepts: [null], refuses: [1] },
    { field: "user.id", accepts: [null], refuses: ["1"] },
    { field: "user.email_address", accepts: [null, ""], refuses: [1] },
    { field: "action", accepts: ["what the service adds"], refuses: [null] },
  ],
);

checkBounds(
  "an API key pair",
  {
    schema: apiKeyPair,
    valid: {
      id,
      thumbprint: "t",
      display_name: "Shop",
      algorithm: "ECDSA",
      active: true,
      created_at: instant,
      updated_at: instant,
      type: "api-key-pair",
      private_key: null,
      last_used_at: null,
      creator: { id, name: "Ada", email_address: "ada@example.com", thumbprint: null },
      merchant_accounts: [],
      roles: [],
    },
  },
  [
    { field: "creator", accepts: [null], refuses: [absent] },
    { field: "creator.email_address", accepts: [null], refuses: [1] },
    { field: "merchant_accounts", accepts: [absent], refuses: [null, {}] },
    { field: "roles", accepts: [absent], refuses: [null, {}] },
  ],
);

checkBounds(
  "an answered merchant account",
  {
    schema: merchantAccount,
    valid: {
      id: "shop",
      display_name: "Shop",
      account_updater_enabled: false,
      created_at: instant,
      updated_at: instant,
    },
  },
  [
    { field: "over_capture_amount", accepts: [absent, null, -1, 100_000_000], refuses: [1.5] },
    { field: "over_capture_percentage", accepts: [absent, null, 100_000_000], refuses: ["5"] },
    { field: "updater_accepted_schemes", accepts: [null, ["visa", "visa"]], refuses: [["nobody"]] },
  ],
);
