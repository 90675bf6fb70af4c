import type { SeedList } from "../seed/seed.ts";
import { withNulSql } from "./database.ts";
import type { ReferenceStore } from "./open.ts";
import { apiKeyPairAnswer } from "./tables/api-key-pairs.ts";

/** The lists of a seed, and what requests add to them. */
export type StoredList = SeedList | "account_updater_jobs";

const giftCardWithoutPin = `json_object(
  'id', id,
  'merchant_account_id', merchant_account_id,
  'number', number,
  'stored', json(iif(stored, 'true', 'false')),
  'balance', body ->> '$.balance',
  'currency', body ->> '$.currency',
  'expiration_date', body ->> '$.expirationDate',
  'error_code', body ->> '$.errorCode',
  'usage_count', body ->> '$.usageCount',
  'cit_usage_count', body ->> '$.citUsageCount',
  'last_used_at', body ->> '$.lastUsedAt',
  'cit_last_used_at', body ->> '$.citLastUsedAt')`;

const paymentMethod = `json_object('id', id, 'merchant_account_id', merchant_account_id,
  'kind', ${withNulSql("kind")}, 'status', status, 'buyer_id', buyer_id)`;

const digitalWallet = `json_object('id', id, 'merchant_account_id', merchant_account_id, 'provider', ${withNulSql("provider")},
  'domain_names', json((SELECT json_group_array(domain_name)
    FROM digital_wallet_domains WHERE digital_wallet_id = id)))`;

const queries: Readonly<Record<StoredList, string>> = {
  merchant_accounts: "SELECT body FROM merchant_accounts ORDER BY created_at DESC, id DESC",
  roles: "SELECT body FROM roles ORDER BY slug",
  users: "SELECT body FROM users ORDER BY id",
  api_key_pairs: `SELECT ${apiKeyPairAnswer} AS body FROM api_key_pairs ORDER BY created_at DESC, id DESC`,
  buyers: "SELECT body FROM buyers ORDER BY created_at DESC, id DESC",
  payment_methods: `SELECT ${paymentMethod} AS body FROM payment_methods ORDER BY id`,
  network_tokens: "SELECT body FROM network_tokens ORDER BY id",
  digital_wallets: `SELECT ${digitalWallet} AS body FROM digital_wallets ORDER BY id`,
  gift_cards: `SELECT ${giftCardWithoutPin} AS body FROM gift_cards ORDER BY id`,
  three_ds_configurations: "SELECT body FROM three_ds_configurations ORDER BY created_at DESC, id DESC",
  flow_rules: "SELECT body FROM flow_rules ORDER BY merchant_account_id, flow, action, position",
  audit_logs: "SELECT body FROM audit_logs ORDER BY timestamp DESC, id DESC",
  account_updater_jobs: "SELECT body FROM account_updater_jobs ORDER BY id",
};

// The compiler forgets which keys an object has.
export const storedLists = Object.keys(queries) as readonly StoredList[];

/** What is kept in all accounts together, as JSON texts; cards come without their PIN. */
export function readStoredList(store: ReferenceStore, list: StoredList): Promise<readonly string[]> {
  return store.inspect((database) => database.all<{ body: string }>(queries[list]).map((row) => row.body));
}
