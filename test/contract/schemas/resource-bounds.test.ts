import { billingDetails, buyer } from "../../../src/contract/schemas/buyers.ts";
import { giftCardSummary } from "../../../src/contract/schemas/gift-cards.ts";
import { threeDsConfiguration } from "../../../src/contract/schemas/three-ds-configurations.ts";
import { absent, checkBounds, id, instant } from "./check-bounds.ts";

const name200 = { accepts: [null, "n", "n".repeat(200)], refuses: ["", "n".repeat(201), 1] };
const text255 = { accepts: [absent, null, "x", "x".repeat(255)], refuses: ["", "x".repeat(256)] };

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
    { field: "display_name", ...name200 },
    { field: "external_identifier", ...name200 },
    { field: "account_number", ...name200 },
    { field: "type", accepts: ["buyer"], refuses: [absent, "user"] },
    { field: "later_field", accepts: ["what the service adds"], refuses: [] },
  ],
);

checkBounds("billing details", { schema: billingDetails, valid: { address: {}, tax_id: null } }, [
  { field: "first_name", ...text255 },
  { field: "last_name", ...text255 },
  { field: "email_address", accepts: [null, "e".repeat(320)], refuses: ["", "e".repeat(321)] },
  {
    field: "phone_number",
    accepts: [null, "+12", "+441632960000", "+123456789012345"],
    refuses: ["", "+1", "+0123", "441632960000", "+44 1632", "+1234567890123456"],
  },
  { field: "address.city", accepts: [null, "c".repeat(100)], refuses: ["", "c".repeat(101)] },
  { field: "address.country", accepts: [null, "GB"], refuses: ["", "gb", "GBR"] },
  { field: "address.postal_code", accepts: [null, "p".repeat(50)], refuses: ["", "p".repeat(51)] },
  { field: "address.state", ...text255 },
  {
    field: "address.state_code",
    accepts: [null, "US-CA", "GB-LND", "FR-1"],
    refuses: ["", "US", "US-", "us-ca", "US-CALI"],
  },
  { field: "address.house_number_or_name", ...text255 },
  { field: "address.line1", ...text255 },
  { field: "address.line2", ...text255 },
  { field: "address.organization", ...text255 },
  {
    field: "tax_id",
    accepts: [absent, null, { value: "v".repeat(50), kind: "gb.vat" }],
    refuses: [{ value: "", kind: "gb.vat" }, { value: "v".repeat(51), kind: "gb.vat" }, { value: "1" }],
  },
]);

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
    { field: "merchant_acquirer_bin", accepts: ["1".repeat(11)], refuses: ["1".repeat(12)] },
    { field: "merchant_acquirer_id", accepts: ["1".repeat(35)], refuses: ["1".repeat(36)] },
    { field: "merchant_name", accepts: ["n".repeat(40)], refuses: ["n".repeat(41)] },
    { field: "merchant_category_code", accepts: ["0000"], refuses: ["541", "54111", "54a1", 5411] },
    { field: "currency", accepts: ["EUR", null], refuses: [absent, "eur", "EURO"] },
    { field: "metadata", accepts: [null, { tier: "gold", depth: { two: [1] } }], refuses: ["gold", []] },
    { field: "type", accepts: [], refuses: [absent, "three-ds-configuration"] },
  ],
);
