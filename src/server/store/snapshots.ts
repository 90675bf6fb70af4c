import type { Database } from "./database.ts";
import type { ReferenceStore } from "./open.ts";

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

/**
 * Stores a copy of all data under a name, in place of an older one; returns how many rows it has. The copy lives as
 * long as the store, in a temporary file where it is large. To be called inside a change.
 */
export function copyData(database: Database, name: string): number {
  database.run("CREATE TEMP TABLE IF NOT EXISTS snapshots (name TEXT PRIMARY KEY)");
  dropData(database, name);
  database.run("INSERT INTO temp.snapshots (name) VALUES (?)", name);
  return openCopies(database).reduce((rows, copied) => rows + copy(database, copied, name), 0);
}

function dropData(database: Database, name: string): void {
  if (database.run("DELETE FROM temp.snapshots WHERE name = ?", name) === 0) return;
  for (const copied of openCopies(database)) dropCopy(database, copied, name);
}

export function takeSnapshot(store: ReferenceStore, name: string): Promise<number> {
  return store.change((database) => copyData(database, name));
}

export function forgetSnapshot(store: ReferenceStore, name: string): Promise<void> {
  return store.change((database) => dropData(database, name));
}

/** Goes back to a copy, which stays; only rows that differ are written. False for an unknown name. */
export function restoreSnapshot(store: ReferenceStore, name: string): Promise<boolean> {
  return store.replace((database) => {
    if (!isKept(database, name)) return false;
    const tables = openCopies(database);
    for (const copied of tables) removeOthers(database, copied, name);
    for (const copied of tables) addMissing(database, copied, name);
    return true;
  });
}

function isKept(database: Database, name: string): boolean {
  const isOpen = database.get("SELECT 1 FROM temp.sqlite_schema WHERE name = 'snapshots'") !== undefined;
  return isOpen && database.get("SELECT 1 FROM temp.snapshots WHERE name = ?", name) !== undefined;
}

/** A table of data and the table of its copies, which lies in the connection's own temporary database. */
interface Copied {
  readonly table: string;
  readonly columns: readonly string[];
  readonly key: readonly string[];
}

/** Makes room for copies of every table where there is none yet. */
function openCopies(database: Database): readonly Copied[] {
  const tables = dataTables.map((table) => describe(database, table));
  for (const { columns, key, table } of tables) {
    database.run(`CREATE TEMP TABLE IF NOT EXISTS kept_${table}
      (snapshot TEXT NOT NULL, ${columns.join(", ")}, PRIMARY KEY (snapshot, ${key.join(", ")}))`);
  }
  return tables;
}

interface Column {
  readonly name: string;
  /** Its place in the primary key, counted from 1, or 0. */
  readonly pk: number;
}

function describe(database: Database, table: string): Copied {
  const columns = database.all<Column>(
    "SELECT name, pk FROM pragma_table_info(?, 'main') ORDER BY pk",
    table,
  );
  const key = columns.filter(({ pk }) => pk > 0);
  return { table, columns: columns.map(nameOf), key: key.map(nameOf) };
}

function nameOf({ name }: Column): string {
  return name;
}

/** Copies all rows; answers how many. */
function copy(database: Database, { columns, table }: Copied, snapshot: string): number {
  const sql = `INSERT INTO temp.kept_${table} (snapshot, ${columns.join(", ")})
    SELECT ?, ${columns.join(", ")} FROM main.${table}`;
  return database.run(sql, snapshot);
}

function dropCopy(database: Database, { table }: Copied, snapshot: string): void {
  database.run(`DELETE FROM temp.kept_${table} WHERE snapshot = ?`, snapshot);
}

/** Removes every row that is not in the copy as it is. */
function removeOthers(database: Database, { columns, table }: Copied, snapshot: string): void {
  const same = columns.map((column) => `kept.${column} IS main.${table}.${column}`).join(" AND ");
  const sql = `DELETE FROM main.${table}
    WHERE NOT EXISTS (SELECT 1 FROM temp.kept_${table} AS kept WHERE kept.snapshot = ? AND ${same})`;
  database.run(sql, snapshot);
}

/** Adds every row of the copy that is missing. */
function addMissing(database: Database, { columns, key, table }: Copied, snapshot: string): void {
  const same = key.map((column) => `present.${column} = kept.${column}`).join(" AND ");
  const sql = `INSERT INTO main.${table} (${columns.join(", ")})
    SELECT ${columns.join(", ")} FROM temp.kept_${table} AS kept
    WHERE snapshot = ? AND NOT EXISTS (SELECT 1 FROM main.${table} AS present WHERE ${same})`;
  database.run(sql, snapshot);
}
