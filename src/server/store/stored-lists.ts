import { type StoredList, storedLists } from "../../contract/control/words.ts";
import { json } from "../json.ts";
import type { GiftCard, Referrers, Whereabouts } from "./records.ts";
import { dataTables } from "./schema.ts";
import { type Sql, selectRows, withNul } from "./sql.ts";
import { apiKeyPairs } from "./tables/api-key-pairs.ts";

/** All resources, of every kind. */
export function storedListsOn(sql: Sql) {
  return {
    /** The rows of a list across all accounts, as JSON texts; cards come without their PIN. */
    read: (list: StoredList) => readers[list](sql),
    row: async (list: StoredList, id: string) => (await readers[list](sql, id))[0],
    /** The first ids of a list, in their order. */
    async ids(list: StoredList, limit: number): Promise<readonly string[]> {
      const rows = await sql.all<{ id: string }>(`SELECT id FROM ${list} ORDER BY id LIMIT ?`, limit);
      return rows.map(({ id }) => id);
    },
    /** The same rows, or one of them, with the fields that a seed needs to make them again, and the `type`. */
    entries: (list: StoredList, id?: string) => (entryReaders[list] ?? readers[list])(sql, id),
    /** The rows that point at a row, in each list that has any. */
    referrers: (list: StoredList, id: string) => findReferrers(sql, list, id),
    /** Deletes a row that nothing points at. */
    delete: (list: StoredList, id: string) => sql.delete(list, "id = ?", id),
    /** How many rows each list has. */
    async count(): Promise<Readonly<Record<StoredList, number>>> {
      const counts = storedLists.map((list) => `(SELECT count(*) FROM ${list}) AS ${list}`);
      const row = await sql.get<Record<StoredList, number>>(`SELECT ${counts.join(", ")}`);
      if (row === undefined) throw new Error("A SELECT without FROM has one row");
      return row;
    },
    /** Whether there is an entry of that name: its id, or the slug of a role. */
    async has(list: StoredList, name: string): Promise<boolean> {
      const column = list === "roles" ? "slug" : "id";
      return (await sql.get(`SELECT 1 FROM ${list} WHERE ${column} = ?`, name)) !== undefined;
    },
    /** Every resource that has an id, where a path can name it. */
    async find(id: string): Promise<readonly Whereabouts[]> {
      const found = whereabouts.map(async ([list, text]) => {
        const row = await sql.get<Omit<Whereabouts, "list">>(text, id);
        return row === undefined ? [] : [{ list, ...row }];
      });
      return (await Promise.all(found)).flat();
    },
    /** Whether nothing was ever seeded. */
    async areEmpty(): Promise<boolean> {
      return (await sql.get("SELECT 1 FROM merchant_accounts LIMIT 1")) === undefined;
    },
    async clear(): Promise<void> {
      for (const { name } of dataTables.toReversed()) await sql.clear(name);
    },
  };
}

/** The rows of a list in their order, or the one that has the id. */
type Read = (sql: Sql, id?: string) => Promise<readonly string[]>;

const readers: Readonly<Record<StoredList, Read>> = {
  merchant_accounts: bodies("merchant_accounts", "created_at DESC, id DESC"),
  roles: bodies("roles", "slug"),
  users: bodies("users", "id"),
  api_key_pairs: (sql, id) => apiKeyPairs(sql).list(id),
  buyers: bodies("buyers", "created_at DESC, id DESC"),
  payment_methods: readPaymentMethods,
  network_tokens: bodies("network_tokens", "id"),
  digital_wallets: readDigitalWallets,
  gift_cards: readGiftCards,
  three_ds_configurations: bodies("three_ds_configurations", "created_at DESC, id DESC"),
  flow_rules: bodies("flow_rules", "merchant_account_id, flow, action, position"),
  audit_logs: bodies("audit_logs", "timestamp DESC, id DESC"),
  account_updater_jobs: bodies("account_updater_jobs", "id"),
};

/** Those whose rows show less than a seed needs. */
const entryReaders: { readonly [List in StoredList]?: Read } = {
  api_key_pairs: (sql, id) => apiKeyPairs(sql).entries(id),
  gift_cards: bodies("gift_cards", "id"),
};

function bodies(table: StoredList, order: string): Read {
  return async (sql, id) => {
    const rows = await selectRows<{ body: string }>(sql, { columns: "body", table, order }, id);
    return rows.map(({ body }) => body);
  };
}

async function readPaymentMethods(sql: Sql, id?: string): Promise<readonly string[]> {
  const columns = "id, merchant_account_id, kind, status, buyer_id";
  const rows = await selectRows<{ kind: string }>(
    sql,
    { columns, table: "payment_methods", order: "id" },
    id,
  );
  return rows.map((row) => json({ ...row, kind: withNul(row.kind) }));
}

async function readDigitalWallets(sql: Sql, id?: string): Promise<readonly string[]> {
  const columns = `id, merchant_account_id, provider,
    (SELECT string_agg(domain_name, ',' ORDER BY domain_name) FROM digital_wallet_domains
      WHERE digital_wallet_id = digital_wallets.id) AS domains`;
  // No domain contains a comma.
  const rows = await selectRows<{ provider: string; domains: string | null }>(
    sql,
    { columns, table: "digital_wallets", order: "id" },
    id,
  );
  return rows.map(({ domains, provider, ...row }) =>
    json({ ...row, provider: withNul(provider), domain_names: domains?.split(",") ?? [] }),
  );
}

/** Cards without their PIN. */
async function readGiftCards(sql: Sql, id?: string): Promise<readonly string[]> {
  const texts = await bodies("gift_cards", "id")(sql, id);
  return texts.map((text) => {
    const { pin: _, ...shown }: GiftCard = JSON.parse(text);
    return json(shown);
  });
}

/** As many ids as a message has room for. */
const mostNamed = 3;

async function findReferrers(sql: Sql, list: StoredList, id: string): Promise<readonly Referrers[]> {
  const found: Referrers[] = [];
  for (const { name, owners = {}, references = {} } of dataTables) {
    for (const [column, target] of Object.entries(references)) {
      if (target !== list) continue;
      const [[key = "id", owner = name] = []] = Object.entries(owners);
      // A window function would have SQLite read all rows of the dataset.
      const all = `SELECT count(*) FROM ${name} WHERE ${column} = ?`;
      const text = `SELECT ${key} AS id, (${all}) AS count FROM ${name} WHERE ${column} = ?
        ORDER BY ${key} LIMIT ${mostNamed}`;
      const rows = await sql.all<{ id: string; count: number }>(text, id, id);
      const count = rows[0]?.count;
      if (count !== undefined) found.push({ list: owner, count, ids: rows.map((row) => row.id) });
    }
  }
  return found;
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
