import type { Database } from "./database.ts";
import type { Resources } from "./store.ts";
import { accountUpdaterJobs } from "./tables/account-updater-jobs.ts";
import { apiKeyPairs } from "./tables/api-key-pairs.ts";
import { auditLogs } from "./tables/audit-logs.ts";
import { buyers } from "./tables/buyers.ts";
import { digitalWallets } from "./tables/digital-wallets.ts";
import { flowRules } from "./tables/flow-rules.ts";
import { giftCards } from "./tables/gift-cards.ts";
import { merchantAccounts } from "./tables/merchant-accounts.ts";
import { networkTokens } from "./tables/network-tokens.ts";
import { paymentMethods } from "./tables/payment-methods.ts";
import { threeDsConfigurations } from "./tables/three-ds-configurations.ts";

/** The resources on SQLite. */
export function createResources(database: Database): Resources {
  return {
    accountUpdaterJobs: accountUpdaterJobs(database),
    apiKeyPairs: apiKeyPairs(database),
    auditLogs: auditLogs(database),
    buyers: buyers(database),
    digitalWallets: digitalWallets(database),
    flowRules: flowRules(database),
    giftCards: giftCards(database),
    merchantAccounts: merchantAccounts(database),
    networkTokens: networkTokens(database),
    paymentMethods: paymentMethods(database),
    threeDsConfigurations: threeDsConfigurations(database),
  };
}
