import type { Database } from "./database.ts";

/** Every table of data, each behind those that it points at; the secret behind cursors is no part of the data. */
export const dataTables = [
  "merchant_accounts",
  "users",
  "roles",
  "api_key_pairs",
  "api_key_pair_roles",
  "api_key_pair_accounts",
  "buyers",
  "buyer_names",
  "payment_methods",
  "network_tokens",
  "account_updater_jobs",
  "digital_wallets",
  "digital_wallet_domains",
  "gift_cards",
  "three_ds_configurations",
  "flow_rules",
  "audit_logs",
] as const;

export function clearTables(database: Database): void {
  for (const table of dataTables.toReversed()) database.run(`DELETE FROM ${table}`);
}
