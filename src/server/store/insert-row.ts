import type { Database, SqlValue } from "./database.ts";

/** A row by the names of its columns. */
export type NewRow = Readonly<Record<string, SqlValue>>;

/** Refuses a taken key and a dangling reference. */
export function insertRow(database: Database, table: string, row: NewRow): void {
  database.run(insertion(table, row), ...Object.values(row));
}

/** Leaves what is there when a key is taken; answers whether the row is new. */
export function insertMissing(database: Database, table: string, row: NewRow): boolean {
  return database.run(`${insertion(table, row)} ON CONFLICT DO NOTHING`, ...Object.values(row)) === 1;
}

function insertion(table: string, row: NewRow): string {
  const columns = Object.keys(row);
  return `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`;
}
