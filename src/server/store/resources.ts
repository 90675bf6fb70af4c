import { notesOn } from "./notes.ts";
import type { Sql } from "./sql.ts";
import type { Resources } from "./store.ts";
import { storedListsOn } from "./stored-lists.ts";
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
import { roles } from "./tables/roles.ts";
import { threeDsConfigurations } from "./tables/three-ds-configurations.ts";
import { users } from "./tables/users.ts";

/** The resources of a transaction, on either engine. */
export function createResources(sql: Sql): Resources {
  return {
    accountUpdaterJobs: accountUpdaterJobs(sql),
    apiKeyPairs: apiKeyPairs(sql),
    auditLogs: auditLogs(sql),
    buyers: buyers(sql),
    digitalWallets: digitalWallets(sql),
    flowRules: flowRules(sql),
    giftCards: giftCards(sql),
    lists: storedListsOn(sql),
    merchantAccounts: merchantAccounts(sql),
    networkTokens: networkTokens(sql),
    notes: notesOn(sql),
    paymentMethods: paymentMethods(sql),
    roles: roles(sql),
    threeDsConfigurations: threeDsConfigurations(sql),
    users: users(sql),
  };
}
