import type { Database } from "../database.ts";
import { type Change, commitBatch } from "./commit-batch.ts";
import { rollback } from "./rollback.ts";
import { createTurns } from "./turns.ts";

/** Orders all work on a database, which knows one transaction at a time. */
export interface GroupCommit {
  /** Runs between commits, never inside a transaction that may still be undone. */
  read<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Undone alone when it fails; resolved once it is durable, together with its batch. */
  write<Value>(work: () => Promise<Value>): Promise<Value>;
  /** A transaction of its own that checks no references: for rows that went together before. */
  replace<Value>(work: () => Value): Promise<Value>;
}

/** Rounds of the event loop that a commit waits for as many changes as the last one had: less than a disk takes. */
const patience = 200;

/** `committed` is called after each commit. */
export function createGroupCommit(database: Database, committed: () => void): GroupCommit {
  const pending: Change[] = [];
  const turns = createTurns();
  let expected = 1;

  async function commitPending(): Promise<void> {
    const changes = pending.splice(0);
    expected = changes.length;
    const settles = await commitBatch(database, changes);
    if (settles.length > 0) committed();
    for (const settle of settles) settle();
  }

  /** What arrives before the event loop has gone round once shares a commit; so do the clients of the last one. */
  function commitSoon(rounds: number): void {
    setImmediate(() => {
      if (pending.length < expected && rounds > 0) commitSoon(rounds - 1);
      else void turns.alone(commitPending);
    });
  }

  return {
    read: turns.shared,
    write(work) {
      if (pending.length === 0) commitSoon(patience);
      return new Promise((resolve, reject) => {
        const carryOut = async () => {
          const value = await work();
          return () => resolve(value);
        };
        pending.push({ carryOut, reject });
      });
    },
    replace: (work) =>
      turns.alone(async () => {
        const value = withoutReferences(database, work);
        committed();
        return value;
      }),
  };
}

/** SQLite looks for what points at each row that goes, and can be told not to only between transactions. */
function withoutReferences<Value>(database: Database, work: () => Value): Value {
  database.exec("PRAGMA foreign_keys = OFF");
  try {
    database.run("BEGIN IMMEDIATE");
    const value = work();
    database.run("COMMIT");
    return value;
  } catch (error) {
    rollback(database);
    throw error;
  } finally {
    database.exec("PRAGMA foreign_keys = ON");
  }
}
