import { createSlots } from "../../../values/turns.ts";
import type { Database } from "./database.ts";

/** Orders all work on a database: it has one transaction at a time, and a read must not see one that may still be undone. */
export function createCommits(database: Database) {
  const alone = createSlots(1);
  let commits = 0;

  async function commit<Value>(work: () => Promise<Value>): Promise<Value> {
    try {
      database.run("BEGIN IMMEDIATE");
      const value = await work();
      database.run("COMMIT");
      commits += 1;
      return value;
    } catch (error) {
      rollback(database);
      throw error;
    }
  }

  /** Only a checkpoint waits for the disk then. */
  async function commitUnsynced<Value>(work: () => Promise<Value>): Promise<Value> {
    database.exec("PRAGMA synchronous = NORMAL");
    try {
      return await commit(work);
    } finally {
      database.exec("PRAGMA synchronous = FULL");
    }
  }

  return {
    /** Runs alone, outside of every transaction. */
    alone,
    /** How many transactions there have been. */
    commits: () => commits,
    /** Runs once, in a transaction of its own. Resolves once it is durable; if it fails, it is undone. */
    write: <Value>(work: () => Promise<Value>) => alone(() => commit(work)),
    /** The same without a sync, so that a loss of power may take it until the next one. */
    writeUnsynced: <Value>(work: () => Promise<Value>) => alone(() => commitUnsynced(work)),
  };
}

/** Undoes a transaction, even one that SQLite has already undone. */
function rollback(database: Database): void {
  try {
    database.run("ROLLBACK");
  } catch {
    // SQLite has already rolled back.
  }
}
