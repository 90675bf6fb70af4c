import { dataTables } from "./data-tables.ts";
import type { Database } from "./database.ts";

/** A table of data and the table of its copies, which lies in the connection's own temporary database. */
export interface Copied {
  readonly table: string;
  readonly columns: readonly string[];
  readonly key: readonly string[];
}

/** Makes room for copies of every table where there is none yet. */
export function openCopies(database: Database): readonly Copied[] {
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
export function copy(database: Database, { columns, table }: Copied, snapshot: string): number {
  const sql = `INSERT INTO temp.kept_${table} (snapshot, ${columns.join(", ")})
    SELECT ?, ${columns.join(", ")} FROM main.${table}`;
  return database.run(sql, snapshot);
}

export function dropCopy(database: Database, { table }: Copied, snapshot: string): void {
  database.run(`DELETE FROM temp.kept_${table} WHERE snapshot = ?`, snapshot);
}

/** Removes every row that is not in the copy as it is. */
export function removeOthers(database: Database, { columns, table }: Copied, snapshot: string): void {
  const same = columns.map((column) => `kept.${column} IS main.${table}.${column}`).join(" AND ");
  const sql = `DELETE FROM main.${table}
    WHERE NOT EXISTS (SELECT 1 FROM temp.kept_${table} AS kept WHERE kept.snapshot = ? AND ${same})`;
  database.run(sql, snapshot);
}

/** Adds every row of the copy that is missing. */
export function addMissing(database: Database, { columns, key, table }: Copied, snapshot: string): void {
  const same = key.map((column) => `present.${column} = kept.${column}`).join(" AND ");
  const sql = `INSERT INTO main.${table} (${columns.join(", ")})
    SELECT ${columns.join(", ")} FROM temp.kept_${table} AS kept
    WHERE snapshot = ? AND NOT EXISTS (SELECT 1 FROM main.${table} AS present WHERE ${same})`;
  database.run(sql, snapshot);
}
