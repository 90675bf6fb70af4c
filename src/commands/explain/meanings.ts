import { flowActions } from "../../contract/flow-actions.ts";
import type { OperationName } from "../../contract/operations.ts";

/** What each field of a request means, by its name; the specification's words where it has any. */
export const meanings: Readonly<Record<string, string>> = {
  account_updater_enabled: "whether expired or invalid card details are updated when a payment fails",
  account_updater_request_encryption_key: "public key that encrypts requests to the account updater",
  account_updater_request_encryption_key_id: "id of that public key",
  account_updater_response_decryption_key: "secret key that decrypts its answers",
  account_updater_response_decryption_key_id: "id of that secret key",
  action: "the action",
  amex_network_tokens_app_id: "application id for amex network tokens",
  amex_network_tokens_requestor_id: "requestor id for amex network tokens",
  api_key_pair_id: "the key pair",
  async_network_tokens_enabled: "whether tokens are generated in the background, for later transactions only",
  conditions: "conditions that must all match for the rule to apply",
  currency: "only configurations for this currency, and those for every currency",
  cursor: "cursor of a page, as returned with another page",
  description: "what the rule is for; null clears it",
  digital_wallet_id: "the digital wallet",
  display_name: "name of the account",
  domain_name: "the domain to add",
  error_code: "returned when a decline-early rule triggers; null clears it",
  external_identifier: "only buyers whose external identifier equals this",
  flow: "the flow",
  id: "id of the new account",
  items: "the cards, given directly or by reference",
  limit: "items per page",
  mastercard_network_tokens_app_id: "application id for mastercard network tokens",
  mastercard_network_tokens_requestor_id: "requestor id for mastercard network tokens",
  merchant_account_id: "the merchant account",
  merchant_initiated: "whether the request is merchant initiated",
  network_token_id: "the network token",
  outcome: "what happens when the rule applies",
  over_capture_amount: "over-capture limit in the smallest currency unit",
  over_capture_percentage: "over-capture limit as a percentage",
  payment_method_id: "the payment method that the token was generated for",
  payment_method_ids: "the stored cards to update",
  position: "position of the rule within its flow and action, from 0",
  resource_type: "only entries whose resource has this type",
  rule_id: "the rule",
  search: "only buyers whose display name or external identifier equals this",
  updater_accepted_schemes: "card schemes that the updater accepts",
  updater_client_key: "client key of the updater, which is off without it",
  updater_secret_key: "secret key of the updater",
  user_id: "only entries of the user with this id",
  visa_network_tokens_app_id: "application id for visa network tokens",
  visa_network_tokens_requestor_id: "requestor id for visa network tokens",
};

/** Fields that mean something else in one operation. */
export const ownMeanings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  listAuditLogs: { action: "only entries whose action equals this, such as created" },
};

/** What the fields alone don't say about an operation. */
export const notes: Readonly<Partial<Record<OperationName, readonly string[]>>> = {
  listAuditLogs: ["The list covers what dashboard users did."],
  listBuyers: [
    "Without the second scope most of billing_details, and account_number, are null.",
    "Both filters compare whole values.",
  ],
  suspendNetworkToken: ["An inactive or deleted token is refused (400)."],
  resumeNetworkToken: ["An inactive or deleted token is refused (400)."],
  provisionCryptogram: [
    "Only an active token can have cryptograms; each call creates a new one.",
    "In production the operator of the service has to enable network tokens first.",
  ],
  registerDomain: ["Only wallets of the provider apple accept domains."],
  fetchGiftCardBalances: [
    "A balance that could not be fetched is null, with an error code beside it; the status is still 200.",
    "A token with the scope embed may call this too, 50 times in 60 seconds.",
  ],
  createAccountUpdaterJob: ["204 means that no card qualified, so no job was created."],
  createMerchantAccount: [
    "updater_secret_key and updater_accepted_schemes need updater_client_key.",
    "The account updater is called only if its keys and their ids are set.",
  ],
  updateFlowRule: [
    "A field that is left out keeps its value. Moving a rule shifts the others of its flow and action.",
    ...Object.entries(flowActions).map(([flow, actions]) => `The flow ${flow} takes ${actions.join(", ")}.`),
  ],
};
