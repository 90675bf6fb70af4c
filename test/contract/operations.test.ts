import { expect, it } from "vitest";
import type { AnyOperation } from "../../src/contract/operations.ts";
import { allOperations, merchantAccountHeader, operations } from "../../src/contract/operations.ts";

/** Names by place; a body field that ends in `!` is required. What is left out is empty, or not the case. */
interface Row {
  readonly call: string;
  readonly scope: string;
  readonly merchantHeader?: boolean;
  readonly path?: readonly string[];
  readonly query?: readonly string[];
  readonly body?: readonly string[];
  readonly success: readonly number[];
}

const token = "/payment-methods/{payment_method_id}/network-tokens/{network_token_id}";
const tokenPath = ["payment_method_id", "network_token_id"];

/** Section 4 of the specification, typed by hand; success statuses from the decisions. */
const specified: Readonly<Record<string, Row>> = {
  suspendNetworkToken: {
    call: `POST ${token}/suspend`,
    scope: "payment-methods.write",
    merchantHeader: true,
    path: tokenPath,
    success: [200],
  },
  resumeNetworkToken: {
    call: `POST ${token}/resume`,
    scope: "payment-methods.write",
    merchantHeader: true,
    path: tokenPath,
    success: [200],
  },
  provisionCryptogram: {
    call: `POST ${token}/cryptogram`,
    scope: "payment-methods.write",
    merchantHeader: true,
    path: tokenPath,
    body: ["merchant_initiated!"],
    success: [200],
  },
  listApiKeyPairs: {
    call: "GET /api-key-pairs",
    scope: "api-key-pairs.read",
    query: ["cursor", "limit"],
    success: [200],
  },
  deleteApiKeyPair: {
    call: "DELETE /api-key-pairs/{api_key_pair_id}",
    scope: "api-key-pairs.write",
    path: ["api_key_pair_id"],
    success: [204],
  },
  listAuditLogs: {
    call: "GET /audit-logs",
    scope: "audit-logs.read",
    merchantHeader: true,
    query: ["cursor", "limit", "action", "user_id", "resource_type"],
    success: [200],
  },
  listBuyers: {
    call: "GET /buyers",
    scope: "buyers.read",
    merchantHeader: true,
    query: ["cursor", "limit", "search", "external_identifier"],
    success: [200],
  },
  registerDomain: {
    call: "POST /digital-wallets/{digital_wallet_id}/domains",
    scope: "digital-wallets.write",
    merchantHeader: true,
    path: ["digital_wallet_id"],
    body: ["domain_name!"],
    success: [200],
  },
  fetchGiftCardBalances: {
    call: "POST /gift-cards/balances",
    scope: "gift-cards.read",
    merchantHeader: true,
    body: ["items!"],
    success: [200],
  },
  createAccountUpdaterJob: {
    call: "POST /account-updater/jobs",
    scope: "payment-methods.write",
    merchantHeader: true,
    body: ["payment_method_ids!"],
    success: [201, 204],
  },
  listThreeDsConfigurations: {
    call: "GET /merchant-accounts/{merchant_account_id}/three-ds-configurations",
    scope: "merchant-accounts.read",
    path: ["merchant_account_id"],
    query: ["currency"],
    success: [200],
  },
  updateFlowRule: {
    call: "PUT /flows/{flow}/actions/{action}/rules/{rule_id}",
    scope: "flows.write",
    path: ["flow", "action", "rule_id"],
    body: ["position!", "description", "conditions", "outcome", "error_code"],
    success: [200],
  },
  createMerchantAccount: {
    call: "POST /merchant-accounts",
    scope: "merchant-accounts.write",
    body: [
      "id!",
      "display_name!",
      "account_updater_enabled",
      "updater_client_key",
      "updater_secret_key",
      "updater_accepted_schemes",
      "account_updater_request_encryption_key",
      "account_updater_request_encryption_key_id",
      "account_updater_response_decryption_key",
      "account_updater_response_decryption_key_id",
      "over_capture_amount",
      "over_capture_percentage",
      "visa_network_tokens_requestor_id",
      "visa_network_tokens_app_id",
      "amex_network_tokens_requestor_id",
      "amex_network_tokens_app_id",
      "mastercard_network_tokens_requestor_id",
      "mastercard_network_tokens_app_id",
      "async_network_tokens_enabled",
    ],
    success: [201],
  },
};

type Schema = { toJSONSchema(options: { io: "input" }): Record<string, unknown> } | undefined;

function names(schema: Schema): string[] {
  const { properties = {}, required = [] } = (schema?.toJSONSchema({ io: "input" }) ?? {}) as {
    properties?: object;
    required?: string[];
  };
  return Object.keys(properties).map((name) => (required.includes(name) ? `${name}!` : name));
}

async function rowOf(operation: AnyOperation): Promise<Required<Row>> {
  const schemas: { path?: Schema; query?: Schema; body?: Schema } = await operation.schemas();
  return {
    call: `${operation.method} ${operation.path}`,
    scope: operation.scope,
    merchantHeader: operation.merchantHeader ?? false,
    path: names(schemas.path).map((name) => name.replace("!", "")),
    query: names(schemas.query),
    body: names(schemas.body).sort(),
    success: operation.success,
  };
}

it.each(Object.entries(specified))(
  "the operation %s is described as in the specification",
  async (name, row) => {
    const operation = allOperations.find((candidate) => candidate.name === name);
    if (operation === undefined) throw new Error(`no operation is called ${name}`);
    expect(await rowOf(operation)).toEqual({
      merchantHeader: false,
      path: [],
      query: [],
      ...row,
      body: (row.body ?? []).toSorted(),
    });
  },
);

it("the operation table holds the thirteen specified operations and no other", () => {
  expect(Object.keys(operations).sort()).toEqual(Object.keys(specified).sort());
});

it("the operation table names the merchant account header as the specification does", () => {
  expect(merchantAccountHeader).toBe("x-service-merchant-account-id");
});

it("the operation table pages exactly the lists that take a cursor", () => {
  const paged = allOperations.filter((row) => row.paged).map((row) => row.name);
  expect(paged).toEqual(["listApiKeyPairs", "listAuditLogs", "listBuyers"]);
});

it("the operation table widens the answer of the buyers alone", () => {
  const widened = allOperations.filter((row) => row.wideningScope !== undefined);
  expect(widened.map((row) => [row.name, row.wideningScope])).toEqual([
    ["listBuyers", "buyers.billing-details.read"],
  ]);
});

it("the operation table never repeats a request that would do its work twice", () => {
  const unrepeatable = allOperations.filter((row) => !row.repeatable).map((row) => row.name);
  expect(unrepeatable).toEqual([
    "provisionCryptogram",
    "registerDomain",
    "fetchGiftCardBalances",
    "createAccountUpdaterJob",
    "createMerchantAccount",
  ]);
});
