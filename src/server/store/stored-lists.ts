import type { StoredList } from "../../contract/control/words.ts";
import { type Json, json, parsed } from "../json.ts";
import type { SeedList } from "../seed/seed.ts";
import type { GiftCard, Whereabouts } from "./records.ts";
import { dataTables } from "./schema.ts";
import { type Sql, withNul } from "./sql.ts";
import { apiKeyPairs } from "./tables/api-key-pairs.ts";

/** All resources, of every kind. */
export interface StoredLists {
  /** The entries of a list across all accounts, as JSON texts; cards come without their PIN. */
  read(list: StoredList): Promise<readonly string[]>;
  /** Whether there is an entry of that name: its id, or the slug of a role. */
  has(list: SeedList, name: string): Promise<boolean>;
  /** Every resource that has an id. */
  find(id: string): Promise<readonly Whereabouts[]>;
  /** Whether nothing was ever seeded. */
  areEmpty(): Promise<boolean>;
  clear(): Promise<void>;
}

export function storedListsOn(sql: Sql): StoredLists {
  return {
    read: (list) => readers[list](sql),
    async has(list, name) {
      const column = list === "roles" ? "slug" : "id";
      return (await sql.get(`SELECT 1 FROM ${list} WHERE ${column} = ?`, name)) !== undefined;
    },
    async find(id) {
      const found = whereabouts.map(async ([list, text]) => {
        const row = await sql.get<Omit<Whereabouts, "list">>(text, id);
        return row === undefined ? [] : [{ list, ...row }];
      });
      return (await Promise.all(found)).flat();
    },
    async areEmpty() {
      return (await sql.get("SELECT 1 FROM merchant_accounts LIMIT 1")) === undefined;
    },
    async clear() {
      for (const { name } of dataTables.toReversed()) await sql.clear(name);
    },
  };
}

type Read = (sql: Sql) => Promise<readonly string[]>;

const readers: Readonly<Record<StoredList, Read>> = {
  merchant_accounts: bodies("merchant_accounts ORDER BY created_at DESC, id DESC"),
  roles: bodies("roles ORDER BY slug"),
  users: bodies("users ORDER BY id"),
  api_key_pairs: (sql) => apiKeyPairs(sql).list(),
  buyers: bodies("buyers ORDER BY created_at DESC, id DESC"),
  payment_methods: readPaymentMethods,
  network_tokens: bodies("network_tokens ORDER BY id"),
  digital_wallets: readDigitalWallets,
  gift_cards: readGiftCards,
  three_ds_configurations: bodies("three_ds_configurations ORDER BY created_at DESC, id DESC"),
  flow_rules: bodies("flow_rules ORDER BY merchant_account_id, flow, action, position"),
  audit_logs: bodies("audit_logs ORDER BY timestamp DESC, id DESC"),
  account_updater_jobs: bodies("account_updater_jobs ORDER BY id"),
};

function bodies(from: string): Read {
  return async (sql) => (await sql.all<{ body: string }>(`SELECT body FROM ${from}`)).map(({ body }) => body);
}

interface MethodRow {
  readonly id: string;
  readonly merchant_account_id: string;
  readonly kind: string;
  readonly status: string;
  readonly buyer_id: string | null;
}

async function readPaymentMethods(sql: Sql): Promise<readonly string[]> {
  const text = "SELECT id, merchant_account_id, kind, status, buyer_id FROM payment_methods ORDER BY id";
  return (await sql.all<MethodRow>(text)).map((row) => json({ ...row, kind: withNul(row.kind) }));
}

interface WalletRow {
  readonly id: string;
  readonly merchant_account_id: string;
  readonly provider: string;
}

async function readDigitalWallets(sql: Sql): Promise<readonly string[]> {
  const wallets = "SELECT id, merchant_account_id, provider FROM digital_wallets ORDER BY id";
  const domains = `SELECT digital_wallet_id AS wallet, domain_name AS domain FROM digital_wallet_domains
    ORDER BY digital_wallet_id, domain_name`;
  const [rows, all] = await Promise.all([
    sql.all<WalletRow>(wallets),
    sql.all<{ wallet: string; domain: string }>(domains),
  ]);
  const names = new Map<string, string[]>();
  for (const { domain, wallet } of all) names.set(wallet, [...(names.get(wallet) ?? []), domain]);
  return rows.map(({ id, merchant_account_id, provider }) => {
    const domain_names = names.get(id) ?? [];
    return json({ id, merchant_account_id, provider: withNul(provider), domain_names });
  });
}

async function readGiftCards(sql: Sql): Promise<readonly string[]> {
  const rows = await sql.all<{ body: Json<GiftCard> }>("SELECT body FROM gift_cards ORDER BY id");
  return rows.map(({ body }) => json(withoutPin(parsed(body))));
}

function withoutPin(card: GiftCard) {
  return {
    id: card.id,
    merchant_account_id: card.merchantAccountId,
    number: card.number,
    stored: card.stored,
    balance: card.balance,
    currency: card.currency,
    expiration_date: card.expirationDate,
    error_code: card.errorCode,
    usage_count: card.usageCount,
    cit_usage_count: card.citUsageCount,
    last_used_at: card.lastUsedAt,
    cit_last_used_at: card.citLastUsedAt,
  };
}

/** Resources that a path can name, in the order in which they are searched. */
const whereabouts: readonly (readonly [StoredList, string])[] = [
  [
    "network_tokens",
    `SELECT merchant_account_id AS account, payment_method_id AS parent FROM network_tokens
      JOIN payment_methods ON payment_methods.id = payment_method_id WHERE network_tokens.id = ?`,
  ],
  [
    "flow_rules",
    `SELECT merchant_account_id AS account, flow || '/actions/' || action AS parent FROM flow_rules WHERE id = ?`,
  ],
  ["payment_methods", inAccount("payment_methods")],
  ["digital_wallets", inAccount("digital_wallets")],
  ["gift_cards", `${inAccount("gift_cards")} AND stored = 1`],
  ["buyers", inAccount("buyers")],
  ["api_key_pairs", "SELECT NULL AS account, NULL AS parent FROM api_key_pairs WHERE id = ?"],
];

function inAccount(table: string): string {
  return `SELECT merchant_account_id AS account, NULL AS parent FROM ${table} WHERE id = ?`;
}
