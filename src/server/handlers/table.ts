import type { Handlers } from "../handler.ts";
import { createAccountUpdaterJob } from "./account-updater.ts";
import { deleteApiKeyPair, listApiKeyPairs } from "./api-key-pairs.ts";
import { listAuditLogs } from "./audit-logs.ts";
import { listBuyers } from "./buyers.ts";
import { registerDomain } from "./digital-wallets.ts";
import { updateFlowRule } from "./flow-rules.ts";
import { fetchGiftCardBalances } from "./gift-cards.ts";
import { createMerchantAccount } from "./merchant-accounts.ts";
import { provisionCryptogram, resumeNetworkToken, suspendNetworkToken } from "./network-tokens.ts";
import { listThreeDsConfigurations } from "./three-ds-configurations.ts";

/** Every operation's handler, under the operation's name. */
export const handlers: Handlers = {
  listApiKeyPairs,
  deleteApiKeyPair,
  listAuditLogs,
  listBuyers,
  suspendNetworkToken,
  resumeNetworkToken,
  provisionCryptogram,
  registerDomain,
  fetchGiftCardBalances,
  createAccountUpdaterJob,
  createMerchantAccount,
  listThreeDsConfigurations,
  updateFlowRule,
};
