import type { AnswerBody, Input } from "./operation.ts";
import type { OperationName, Operations } from "./operations.ts";

interface Example<Row> {
  readonly body?: Input<Row>["body"];
  readonly response?: AnswerBody<Row>;
}

const account = "default";
const created = "2026-03-02T09:30:00.000Z";
const updated = "2026-04-11T16:05:12.000Z";
const dated = { created_at: created, updated_at: updated };
const card = "6a1f0f7e-52d4-4c0b-9a53-0d0e5f1c2b3a";

const networkToken = {
  type: "network-token",
  id: "c2a1b9f0-7d43-4e5a-8b6c-1f2e3d4c5b6a",
  expiration_date: "11/29",
  payment_method_id: card,
  token: "network-token-of-the-scheme",
  ...dated,
} as const;

/** A request and its answer for each operation that has a body. */
export const examples: { readonly [Name in OperationName]?: Example<Operations[Name]> } = {
  listApiKeyPairs: {
    response: {
      items: [
        {
          id: "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed",
          thumbprint: "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs",
          display_name: "back office",
          algorithm: "ECDSA",
          active: true,
          ...dated,
          type: "api-key-pair",
          private_key: null,
          last_used_at: updated,
          creator: null,
          merchant_accounts: [],
          roles: [],
        },
      ],
      limit: 20,
      next_cursor: null,
      previous_cursor: null,
    },
  },
  listAuditLogs: {
    response: {
      items: [
        {
          id: "0f8fad5b-d9cb-469f-a165-70867728950e",
          type: "audit-log",
          timestamp: updated,
          action: "created",
          merchant_account_id: account,
          resource: { type: "rule", id: "7c9e6679-7425-40de-944b-e07fc1f90ae7", name: null },
          user: {
            name: "Ada Lovelace",
            is_staff: false,
            status: "active",
            type: "user",
            id: "16fd2706-8baf-433b-82eb-8c7fada847da",
            email_address: "ada@example.com",
          },
        },
      ],
      limit: 20,
      next_cursor: null,
      previous_cursor: null,
    },
  },
  listBuyers: {
    response: {
      items: [
        {
          id: "f47ac10b-58cc-4372-a567-0e02b2c3d479",
          reconciliation_id: "7jZXl4gBUNl0CnaLEnfXbt",
          merchant_account_id: account,
          ...dated,
          type: "buyer",
          display_name: "Ada Lovelace",
          external_identifier: "customer-1815",
          account_number: null,
          billing_details: { first_name: "Ada", last_name: "Lovelace", address: { country: "GB" } },
        },
      ],
      limit: 20,
      next_cursor: null,
      previous_cursor: null,
    },
  },
  suspendNetworkToken: { response: { ...networkToken, status: "suspended" } },
  resumeNetworkToken: { response: { ...networkToken, status: "active" } },
  provisionCryptogram: {
    body: { merchant_initiated: true },
    response: { cryptogram: "AAECAwQFBgcICQoLDA0ODxAREhM=", type: "network-token-cryptogram" },
  },
  registerDomain: { body: { domain_name: "shop.example.com" }, response: {} },
  fetchGiftCardBalances: {
    body: { items: [{ id: card }] },
    response: {
      items: [
        {
          id: card,
          merchant_account_id: account,
          bin: "603628",
          sub_bin: null,
          last4: "0126",
          usage_count: 3,
          cit_usage_count: 2,
          currency: "EUR",
          expiration_date: null,
          balance: 4250,
          balance_error_code: null,
          balance_raw_error_code: null,
          balance_raw_error_message: null,
          last_used_at: updated,
          cit_last_used_at: updated,
          type: "gift-card",
        },
      ],
    },
  },
  createAccountUpdaterJob: {
    body: { payment_method_ids: [card] },
    response: {
      id: "9b2d5b7e-4b5f-4d0a-8c79-2f6f1f2b9d11",
      merchant_account_id: account,
      inquiries: [
        {
          id: "a8098c1a-f86e-41da-bd1a-00112444be1e",
          payment_method_id: card,
          type: "account-updater-inquiry",
        },
      ],
      ...dated,
      type: "account-updater-job",
    },
  },
  createMerchantAccount: {
    body: { id: "shop-berlin", display_name: "Shop Berlin", over_capture_percentage: 10 },
    response: {
      id: "shop-berlin",
      display_name: "Shop Berlin",
      account_updater_enabled: false,
      async_network_tokens_enabled: false,
      over_capture_percentage: 10,
      ...dated,
      type: "merchant-account",
    },
  },
  listThreeDsConfigurations: {
    response: {
      items: [
        {
          id: "3f333df6-90a4-4fda-8dd3-9485d27cee36",
          merchant_account_id: account,
          merchant_acquirer_bin: "400551",
          merchant_acquirer_id: "merchant-0042",
          merchant_name: "Shop Berlin",
          merchant_country_code: "DE",
          merchant_category_code: "5732",
          merchant_url: "https://shop.example.com",
          scheme: "visa",
          currency: "EUR",
          metadata: null,
          ...dated,
          type: "merchant-account.three-ds-configuration",
        },
      ],
    },
  },
  updateFlowRule: {
    body: {
      position: 0,
      description: "small amounts need no 3-D Secure",
      conditions: [{ name: "amount", operator: "less_than", value: { currency: "EUR", value: 3000 } }],
      outcome: { type: "boolean", result: true },
    },
    response: {
      id: "7c9e6679-7425-40de-944b-e07fc1f90ae7",
      merchant_account_id: account,
      description: "small amounts need no 3-D Secure",
      flow: "card-transaction",
      action: "skip-3ds",
      conditions: [{ name: "amount", operator: "less_than", value: { currency: "EUR", value: 3000 } }],
      outcome: { type: "boolean", result: true },
      position: 0,
      ...dated,
      error_code: null,
      type: "rule",
    },
  },
};
