import type { Database, SqlValue } from "./database.ts";
import { insertRow, type NewRow } from "./insert-row.ts";
import type { ReferenceStore } from "./open.ts";

/** Every table of data, each behind those that it points at. */
const dataTables = [
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

/** All data at one instant; the secret behind cursors is no part of it. */
export type Snapshot = ReadonlyMap<string, readonly NewRow[]>;

export function takeSnapshot(store: ReferenceStore): Promise<Snapshot> {
  return store.inspect((database) => {
    const tables = dataTables.map((table): [string, NewRow[]] => {
      return [table, database.all<Record<string, SqlValue>>(`SELECT * FROM ${table}`)];
    });
    return new Map(tables);
  });
}

/** Replaces everything by what a snapshot holds. */
export function restoreSnapshot(store: ReferenceStore, snapshot: Snapshot): Promise<void> {
  return store.change((database) => {
    clearTables(database);
    for (const [table, rows] of snapshot) {
      for (const row of rows) insertRow(database, table, row);
    }
  });
}

export function clearTables(database: Database): void {
  for (const table of dataTables.toReversed()) database.run(`DELETE FROM ${table}`);
}
