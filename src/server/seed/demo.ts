import { demoApiKeyPairs } from "./demo/api-key-pairs.ts";
import { demoAuditLogs } from "./demo/audit-logs.ts";
import { demoBuyers } from "./demo/buyers.ts";
import { demoAccounts, demoRoles, demoUsers } from "./demo/company.ts";
import { demoFlowRules } from "./demo/flow-rules.ts";
import { demoGiftCards } from "./demo/gift-cards.ts";
import { demoNetworkTokens, demoPaymentMethods } from "./demo/payment-methods.ts";
import { demoThreeDsConfigurations } from "./demo/three-ds-configurations.ts";
import { demoWallets } from "./demo/wallets.ts";
import type { NamedSeed } from "./seed.ts";

/** A small company, invented; the ids are always the same, the times lie before `now`. */
export function demoSeed(now: Date): NamedSeed {
  return {
    merchant_accounts: demoAccounts(now),
    roles: demoRoles,
    users: [...demoUsers],
    api_key_pairs: demoApiKeyPairs(now),
    buyers: demoBuyers(now),
    payment_methods: demoPaymentMethods(),
    network_tokens: demoNetworkTokens(now),
    digital_wallets: demoWallets,
    gift_cards: demoGiftCards(now),
    three_ds_configurations: demoThreeDsConfigurations(now),
    flow_rules: demoFlowRules(now),
    audit_logs: demoAuditLogs(now),
  };
}
