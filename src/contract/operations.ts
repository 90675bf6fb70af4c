import { type OperationDetails, rowsWith } from "./operation.ts";
import { matchPath } from "./path.ts";
import { embedScope } from "./scopes.ts";

/** Selects the merchant account of a call, for the operations that list it. */
export const merchantAccountHeader = "x-service-merchant-account-id";

const networkToken = "/payment-methods/{payment_method_id}/network-tokens/{network_token_id}" as const;

const rows = rowsWith<OperationDetails>();

export const operations = {
  ...rows(() => import("./schemas/api-key-pairs.ts"), {
    listApiKeyPairs: {
      area: "API key pairs",
      summary: "List API key pairs",
      method: "GET",
      path: "/api-key-pairs",
      scope: "api-key-pairs.read",
      success: [200],
      repeatable: true,
      paged: true,
    },
    deleteApiKeyPair: {
      area: "API key pairs",
      summary: "Delete an API key pair for good",
      method: "DELETE",
      path: "/api-key-pairs/{api_key_pair_id}",
      scope: "api-key-pairs.write",
      success: [204],
      repeatable: true,
    },
  }),
  ...rows(() => import("./schemas/audit-logs.ts"), {
    listAuditLogs: {
      area: "Audit logs",
      summary: "List audit logs",
      method: "GET",
      path: "/audit-logs",
      scope: "audit-logs.read",
      merchantHeader: true,
      success: [200],
      repeatable: true,
      paged: true,
    },
  }),
  ...rows(() => import("./schemas/buyers.ts"), {
    listBuyers: {
      area: "Buyers",
      summary: "List and search buyers",
      method: "GET",
      path: "/buyers",
      scope: "buyers.read",
      wideningScope: "buyers.billing-details.read",
      merchantHeader: true,
      success: [200],
      repeatable: true,
      paged: true,
    },
  }),
  ...rows(() => import("./schemas/network-tokens.ts"), {
    suspendNetworkToken: {
      area: "Network tokens",
      summary: "Suspend a network token",
      method: "POST",
      path: `${networkToken}/suspend`,
      scope: "payment-methods.write",
      merchantHeader: true,
      success: [200],
      repeatable: true,
    },
    resumeNetworkToken: {
      area: "Network tokens",
      summary: "Resume a suspended network token",
      method: "POST",
      path: `${networkToken}/resume`,
      scope: "payment-methods.write",
      merchantHeader: true,
      success: [200],
      repeatable: true,
    },
    provisionCryptogram: {
      area: "Network tokens",
      summary: "Provision a cryptogram for a network token",
      method: "POST",
      path: `${networkToken}/cryptogram`,
      scope: "payment-methods.write",
      merchantHeader: true,
      success: [200],
      repeatable: false,
    },
  }),
  ...rows(() => import("./schemas/digital-wallets.ts"), {
    registerDomain: {
      area: "Digital wallets",
      summary: "Register a domain for a digital wallet",
      method: "POST",
      path: "/digital-wallets/{digital_wallet_id}/domains",
      scope: "digital-wallets.write",
      merchantHeader: true,
      success: [200],
      repeatable: false,
    },
  }),
  ...rows(() => import("./schemas/gift-cards.ts"), {
    fetchGiftCardBalances: {
      area: "Gift cards",
      summary: "Fetch the balances of gift cards",
      method: "POST",
      path: "/gift-cards/balances",
      scope: "gift-cards.read",
      limitedScope: embedScope,
      merchantHeader: true,
      success: [200],
      repeatable: false,
    },
  }),
  ...rows(() => import("./schemas/account-updater.ts"), {
    createAccountUpdaterJob: {
      area: "Account updater",
      summary: "Create an account updater job for stored cards",
      method: "POST",
      path: "/account-updater/jobs",
      scope: "payment-methods.write",
      merchantHeader: true,
      success: [201, 204],
      repeatable: false,
    },
  }),
  ...rows(() => import("./schemas/merchant-accounts.ts"), {
    createMerchantAccount: {
      area: "Merchant accounts",
      summary: "Create a merchant account",
      method: "POST",
      path: "/merchant-accounts",
      scope: "merchant-accounts.write",
      success: [201],
      repeatable: false,
    },
  }),
  ...rows(() => import("./schemas/three-ds-configurations.ts"), {
    listThreeDsConfigurations: {
      area: "Merchant accounts",
      summary: "List the 3DS configurations of a merchant account",
      method: "GET",
      path: "/merchant-accounts/{merchant_account_id}/three-ds-configurations",
      scope: "merchant-accounts.read",
      success: [200],
      repeatable: true,
    },
  }),
  ...rows(() => import("./schemas/flow-rules.ts"), {
    updateFlowRule: {
      area: "Flows",
      summary: "Update a flow rule",
      method: "PUT",
      path: "/flows/{flow}/actions/{action}/rules/{rule_id}",
      scope: "flows.write",
      success: [200],
      repeatable: true,
    },
  }),
} as const;

export type Operations = typeof operations;
export type OperationName = keyof Operations;
export type AnyOperation = Operations[OperationName];

/** The rows in the table's order, for code that treats all of them alike. */
export const allOperations: readonly AnyOperation[] = Object.values(operations);

/** The operations that answer in pages. */
export type PagedOperation = Operations["listApiKeyPairs" | "listAuditLogs" | "listBuyers"];

/** The operation that a request belongs to; `target` may carry a query. */
export function findOperation(method: string, target: string): AnyOperation | undefined {
  const [path = ""] = target.split("?", 1);
  return allOperations.find((row) => row.method === method && matchPath(row.path, path) !== undefined);
}
