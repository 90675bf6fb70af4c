import type { Database } from "../database.ts";

/** Undoes a transaction, also one that SQLite has undone by itself. */
export function rollback(database: Database): void {
  try {
    database.run("ROLLBACK");
  } catch {
    // SQLite has already rolled back.
  }
}
