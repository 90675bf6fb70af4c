import type { Input } from "../../contract/operation.ts";
import type { OperationName, Operations } from "../../contract/operations.ts";

type BodyOf<Name extends OperationName> = Input<Operations[Name]>["body"];

type Skeletons = {
  readonly [Name in OperationName as BodyOf<Name> extends undefined ? never : Name]: BodyOf<Name>;
};

/** A body for each operation that takes one: valid, with every field that a caller may want to fill in. */
const skeletons: Skeletons = {
  provisionCryptogram: { merchant_initiated: false },
  registerDomain: { domain_name: "shop.example.com" },
  fetchGiftCardBalances: {
    items: [{ id: "7f6e5d4c-3b2a-4190-8f7e-6d5c4b3a2910" }, { number: "6000000000000000", pin: "0000" }],
  },
  createAccountUpdaterJob: { payment_method_ids: ["7f6e5d4c-3b2a-4190-8f7e-6d5c4b3a2910"] },
  createMerchantAccount: {
    id: "shop-berlin",
    display_name: "Shop Berlin",
    account_updater_enabled: false,
    async_network_tokens_enabled: false,
    updater_client_key: null,
    updater_secret_key: null,
    updater_accepted_schemes: null,
    account_updater_request_encryption_key: null,
    account_updater_request_encryption_key_id: null,
    account_updater_response_decryption_key: null,
    account_updater_response_decryption_key_id: null,
    over_capture_amount: null,
    over_capture_percentage: null,
    visa_network_tokens_requestor_id: null,
    visa_network_tokens_app_id: null,
    amex_network_tokens_requestor_id: null,
    amex_network_tokens_app_id: null,
    mastercard_network_tokens_requestor_id: null,
    mastercard_network_tokens_app_id: null,
  },
  updateFlowRule: {
    position: 0,
    description: "Decline cards of other countries",
    conditions: [{ name: "card_country", operator: "is_not_one_of", value: ["DE"] }],
    outcome: { type: "boolean", result: true },
    error_code: "flow_decline_country",
  },
};

/** Undefined for an operation without a body. */
export function findSkeleton(name: OperationName): object | undefined {
  const all: Readonly<Partial<Record<OperationName, object>>> = skeletons;
  return all[name];
}
