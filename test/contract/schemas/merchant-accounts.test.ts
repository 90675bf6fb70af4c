import { expect, it } from "vitest";
import { examples } from "../../../src/contract/examples.ts";
import { createMerchantAccount, merchantAccount } from "../../../src/contract/schemas/merchant-accounts.ts";
import { absent, checkBounds, instant, problems, schemes } from "./check-bounds.ts";

const { body } = createMerchantAccount;
const flag = { accepts: [absent, true, false], refuses: [null, "true", 1] };
const text = { accepts: [absent, null, "key"], refuses: [1, {}] };
const overCapture = {
  accepts: [absent, null, 0, 99_999_999],
  refuses: [-1, 100_000_000, 1.5, "5"],
};
const requestorId = { accepts: [absent, null, "r".repeat(300)], refuses: ["r".repeat(301), 1] };
checkBounds(
  "the body of a merchant account creation",
  { schema: body, valid: { id: "shop", display_name: "Shop", updater_client_key: "client" } },
  [
    {
      field: "id",
      accepts: ["a", "A-9", "-", "i".repeat(50)],
      refuses: [absent, null, "", "i".repeat(51), "a b", "a_b", "a.b", "é", "a\n"],
    },
    {
      field: "display_name",
      accepts: ["n", "n".repeat(255), "🏦".repeat(255)],
      refuses: [absent, null, "", "n".repeat(256), "🏦".repeat(256)],
    },
    { field: "account_updater_enabled", ...flag },
    { field: "async_network_tokens_enabled", ...flag },
    { field: "updater_client_key", ...text },
    { field: "updater_secret_key", ...text },
    {
      field: "updater_accepted_schemes",
      accepts: [absent, null, [], schemes],
      refuses: [["visa", "visa"], ["VISA"], ["unknown"], "visa", [null]],
    },
    { field: "account_updater_request_encryption_key", ...text },
    { field: "account_updater_request_encryption_key_id", ...text },
    { field: "account_updater_response_decryption_key", ...text },
    { field: "account_updater_response_decryption_key_id", ...text },
    { field: "over_capture_amount", ...overCapture },
    { field: "over_capture_percentage", ...overCapture },
    { field: "visa_network_tokens_requestor_id", ...requestorId },
    { field: "visa_network_tokens_app_id", ...requestorId },
    { field: "amex_network_tokens_requestor_id", ...requestorId },
    { field: "amex_network_tokens_app_id", ...requestorId },
    { field: "mastercard_network_tokens_requestor_id", ...requestorId },
    { field: "mastercard_network_tokens_app_id", ...requestorId },
    { field: "type", accepts: [absent], refuses: ["merchant-account"] },
    { field: "jcb_network_tokens_app_id", accepts: [absent], refuses: [null] },
  ],
);

it("a merchant account gets its two defaults filled in and nothing else", () => {
  expect(body.parse({ id: "shop", display_name: "Shop" })).toEqual({
    id: "shop",
    display_name: "Shop",
    account_updater_enabled: false,
    async_network_tokens_enabled: false,
  });
});

it.each([
  { updater_secret_key: "s", updater_accepted_schemes: ["visa"] },
  { updater_client_key: null, updater_secret_key: "s", updater_accepted_schemes: [] },
])("a merchant account needs a client key if another updater field is set: %j", (fields) => {
  expect(problems(body, { id: "shop", display_name: "Shop", ...fields })).toEqual([
    "updater_secret_key",
    "updater_accepted_schemes",
  ]);
});

it("a merchant account lets the keys of the account updater stand without a client key", () => {
  const key = { account_updater_response_decryption_key: "secret", account_updater_enabled: true };
  expect(problems(body, { id: "shop", display_name: "Shop", ...key })).toEqual([]);
});

it("a merchant account names every problem at once", () => {
  const wrong = { id: "a b".repeat(20), updater_secret_key: "s", over_capture_amount: -1, colour: "red" };
  expect(problems(body, wrong).sort()).toEqual([
    "colour",
    "display_name",
    "id",
    "id",
    "over_capture_amount",
    "updater_secret_key",
  ]);
});

checkBounds(
  "a merchant account",
  { schema: merchantAccount, valid: examples.createMerchantAccount?.response },
  [
    { field: "id", accepts: ["a"], refuses: [absent] },
    { field: "display_name", accepts: ["a"], refuses: [absent] },
    { field: "account_updater_enabled", accepts: [true], refuses: [absent, null] },
    { field: "created_at", accepts: [instant], refuses: [absent, "now"] },
    { field: "updated_at", accepts: [instant], refuses: [absent, "now"] },
    { field: "type", accepts: [absent, "merchant-account"], refuses: ["account"] },
    { field: "over_capture_amount", accepts: [absent, null, -1, 100_000_000], refuses: [1.5] },
    { field: "over_capture_percentage", accepts: [absent, null, 100_000_000], refuses: ["5"] },
    { field: "updater_accepted_schemes", accepts: [null, ["visa", "visa"]], refuses: [["nobody"]] },
    { field: "later_field", accepts: ["what the service adds"], refuses: [] },
  ],
);
