import { flowActions } from "./flow-actions.ts";
import type { OperationName } from "./operations.ts";

/** What each field of a request means, by its name; in the specification's words if it has any. */
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
  error_code:
    "returned when a decline-early rule triggers, and refused with any other action; null clears it",
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

/** Fields with a different meaning in one operation. */
export const ownMeanings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  listAuditLogs: { action: "only entries whose action equals this, such as created" },
};

/** What the fields alone do not say about an operation. */
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
    "A balance that could not be fetched is null, with an error code next to it; the status is still 200.",
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

/** What an area of the API is about. */
export const areaMeanings: Readonly<Record<string, string>> = {
  "API key pairs": "the key pairs whose private keys sign the tokens of calls",
  "Audit logs": "what dashboard users did",
  Buyers: "the buyers of a merchant, with their billing details",
  "Network tokens": "tokens of card schemes that stand for stored payment methods",
  "Digital wallets": "the domains on which a wallet is offered",
  "Gift cards": "the balances of gift cards, stored or given directly",
  "Account updater": "jobs that renew the details of stored cards",
  "Merchant accounts": "merchant accounts and their 3DS configurations",
  Flows: "the rules that decide how payments are routed",
};

/** What a field of an answer means, by its dotted name in the resource. */
export function answerMeaning(resource: string, path: string): string | undefined {
  const name = path.slice(path.lastIndexOf(".") + 1);
  const own = answerMeanings[resource]?.[path];
  if (own !== undefined) return own;
  if (resource.endsWith("Condition")) return conditionMeanings[path];
  if (resource.startsWith("Failure")) return failureMeanings[path];
  if (resource.endsWith("Page")) return pageMeanings[path];
  return commonMeanings[name] ?? (resource === "MerchantAccount" ? meanings[path] : undefined);
}

const commonMeanings: Readonly<Record<string, string>> = {
  id: "its id",
  type: "the kind of resource, always the same word",
  created_at: "when it was created",
  updated_at: "when it was last changed",
  merchant_account_id: "the merchant account that it belongs to",
};

const pageMeanings: Readonly<Record<string, string>> = {
  items: "what is on the page",
  limit: "the number of items a page may have, as used for this one",
  next_cursor: "the cursor of the next page; absent or null on the last one",
  previous_cursor: "the cursor of the previous page; absent or null on the first one",
};

const conditionMeanings: Readonly<Record<string, string>> = {
  name: "the kind of condition",
  operator: "how the payment is compared with the value",
  value: "what the payment is compared with",
  "value.currency": "the currency of the amount, as an ISO 4217 code",
  "value.value": "what is compared: an amount in the smallest currency unit, or a value of the metadata",
  "value.min": "the lowest amount; it must not exceed max",
  "value.max": "the highest amount",
  "value.key": "the key in the metadata of the payment",
};

const failureMeanings: Readonly<Record<string, string>> = {
  type: "always the same word",
  code: "the kind of failure, for programs",
  status: "the HTTP status",
  message: "what is wrong, for people",
  details: "further problems, if there are any",
  resource_id: "the resource that the request is in conflict with",
};

const binRanges = "ranges of first digits: two numbers of equal length, the lower one first";

const answerMeanings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AccountUpdaterJob: {
    inquiries: "one inquiry for each card that is looked up",
    "inquiries.payment_method_id": "the stored card",
  },
  ApiKeyPair: {
    thumbprint: "the SHA-256 thumbprint of the public key (RFC 7638), which tokens name as kid",
    display_name: "its name",
    algorithm: "the algorithm of the key",
    active: "whether tokens signed with it are accepted",
    private_key: "the private key, only in the answer that creates it",
    last_used_at: "when a call was last signed with it; null if never",
    creator: "who created it",
    "creator.name": "the name of the user",
    "creator.email_address": "the address of the user",
    "creator.thumbprint": "the thumbprint of the key that created it, if a key did",
    merchant_accounts: "the merchant accounts that it is bound to; none means all",
    "merchant_accounts.display_name": "the name of the account",
    "merchant_accounts.over_capture_amount": "over-capture limit in the smallest currency unit",
    "merchant_accounts.over_capture_percentage": "over-capture limit as a percentage",
    roles: "the roles that limit what it may do",
  },
  AuditLog: {
    timestamp: "when it was done",
    action: "what was done, such as created",
    resource: "what it was done to",
    "resource.type": "the kind of resource, such as user",
    "resource.id": "the id of the resource",
    "resource.name": "the name of the resource, if it has one",
    user: "who did it",
    "user.name": "the name of the user",
    "user.is_staff": "whether the user works for the operator of the service",
    "user.status": "the state of the user, such as active",
    "user.email_address": "the address of the user",
  },
  BillingDetails: {
    first_name: "the first name",
    last_name: "the last name",
    email_address: "the email address",
    phone_number: "the phone number, in the form of E.164",
    address: "the postal address",
    "address.city": "the city",
    "address.country": "the country, as an ISO 3166-1 code of two letters",
    "address.postal_code": "the postal code",
    "address.state": "the state or province",
    "address.state_code": "the state or province, as an ISO 3166-2 code",
    "address.house_number_or_name": "the number or the name of the house",
    "address.line1": "the first line",
    "address.line2": "the second line",
    "address.organization": "the organization",
    tax_id: "the tax id",
    "tax_id.value": "the id itself",
    "tax_id.kind": "which tax it is for",
  },
  Buyer: {
    reconciliation_id: "a short id for statements",
    display_name: "the name of the buyer",
    external_identifier: "the id of the buyer in the merchant's own system",
    account_number: "the account number of the buyer",
    billing_details: "personal data; hidden parts are null",
  },
  CardBinCondition: { value: binRanges },
  GiftCardBinCondition: { value: binRanges },
  BooleanOutcome: { type: "the kind of outcome", result: "that the action is taken: always true" },
  ListOutcome: {
    type: "the kind of outcome",
    result: "payment services by id, or payment methods by word, in the order of preference",
  },
  CardRoutingOutcome: {
    type: "the kind of outcome",
    version: "the version of the outcome",
    result: "the routes, in the order in which they are tried",
    "result.payment_service_id": "the payment service",
    "result.instrument": "what is sent to the payment service",
    "result.transformations": "how the request is changed",
    "result.transformations.name": "the name of the change",
  },
  ThreeDSecureOutcome: { type: "the kind of outcome", result: "whether 3-D Secure is used" },
  DirectGiftCard: { number: "the number of the card", pin: "the PIN of the card" },
  StoredGiftCard: { id: "the id of the stored card" },
  FlowRule: {
    description: "what the rule is for",
    flow: "the flow",
    action: "the action",
    conditions: "conditions that must all match for the rule to apply",
    "conditions.name": "the kind of condition",
    "conditions.operator": "how the payment is compared with the value",
    "conditions.value": "what the payment is compared with",
    outcome: "what happens when the rule applies",
    "outcome.type": "the kind of outcome",
    "outcome.version": "the version of the outcome",
    "outcome.result": "what the outcome leads to",
    position: "position of the rule within its flow and action, from 0",
    error_code: "returned when a decline-early rule triggers",
  },
  GiftCardBalances: { items: "one summary for each card, in the order of the request" },
  GiftCardSummary: {
    id: "the id of the card; null if it is not stored",
    bin: "the first digits of the number",
    sub_bin: "the digits after those",
    last4: "the last digits of the number",
    usage_count: "how often the card was used",
    cit_usage_count: "how often the buyer used it",
    currency: "the currency of the balance, as an ISO 4217 code",
    expiration_date: "when the card expires",
    balance: "the balance in the smallest currency unit; null if it could not be fetched",
    balance_error_code: "why the balance could not be fetched, for programs",
    balance_raw_error_code: "the code that the card's issuer gave",
    balance_raw_error_message: "the message that the card's issuer gave",
    last_used_at: "when the card was last used",
    cit_last_used_at: "when the buyer last used it",
  },
  MerchantAccount: { display_name: "name of the account", id: "id of the account" },
  NetworkToken: {
    expiration_date: "month and year of expiry, as MM/YY",
    payment_method_id: "the payment method that the token was generated for",
    status: "the state of the token, such as active",
    token: "the token itself",
  },
  NetworkTokenCryptogram: { cryptogram: "the cryptogram, for one transaction" },
  Role: {
    name: "the name of the role",
    slug: "the word that names the role in requests",
    description: "what the role is for",
    permissions: "what the role permits",
    "permissions.allow": "the scopes that the role permits",
    assignable_to: "the kinds of holders that the role can be given to",
    applies_to: "the kinds of resources that the role applies to",
    is_standalone_assignable: "whether the role can be given without another",
  },
  ThreeDsConfigurationList: { items: "the configurations" },
  ThreeDsConfiguration: {
    merchant_acquirer_bin: "the acquirer's BIN",
    merchant_acquirer_id: "the merchant's id at the acquirer",
    merchant_name: "the name of the merchant",
    merchant_country_code: "the country of the merchant",
    merchant_category_code: "the merchant category code (ISO 18245)",
    merchant_url: "the website of the merchant",
    scheme: "the card scheme that the configuration is for",
    currency: "the currency that the configuration is for; null for every currency",
    metadata: "what the merchant noted",
  },
  FailureDetail: {
    location: "the part of the request",
    pointer: "a JSON pointer for bodies, the parameter's name otherwise",
    message: "what is wrong, for people",
    type: "the kind of problem, for programs",
  },
  ValidationDetail: {
    loc: "the path to the field, starting with the part of the request",
    msg: "what is wrong, for people",
    type: "the kind of problem, for programs",
    input: "the value that was refused; secrets are left out",
    ctx: "the bounds that the value is outside of",
  },
  FailureUnprocessableContent: { detail: "every problem of the request" },
};
