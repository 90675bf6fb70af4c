import type { Database } from "./database.ts";
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

interface Change {
  readonly run: () => Promise<Settle>;
  readonly reject: (reason: unknown) => void;
}

/** Answers the caller; called once the batch's commit is through. */
type Settle = () => void;

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
    const settles = await commit(database, changes);
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
        pending.push({ run: () => attempt(database, work, { resolve, reject }), reject });
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

/** SQLite looks for the rows that point at each one that goes, and turns that off between transactions alone. */
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

/** Nothing to settle when the batch is lost: its changes have been rejected. */
async function commit(database: Database, changes: readonly Change[]): Promise<Settle[]> {
  try {
    database.run("BEGIN IMMEDIATE");
    const settles: Settle[] = [];
    for (const change of changes) settles.push(await change.run());
    database.run("COMMIT");
    return settles;
  } catch (error) {
    rollback(database);
    for (const change of changes) change.reject(error);
    return [];
  }
}

interface Answer<Value> {
  readonly resolve: (value: Value) => void;
  readonly reject: (reason: unknown) => void;
}

/** Throws only when the whole batch is lost. */
async function attempt<Value>(
  database: Database,
  work: () => Promise<Value>,
  answer: Answer<Value>,
): Promise<Settle> {
  database.run("SAVEPOINT change");
  try {
    const value = await work();
    database.run("RELEASE change");
    return () => answer.resolve(value);
  } catch (error) {
    undo(database, error);
    return () => answer.reject(error);
  }
}

/** A full disk and its like end the whole transaction, savepoints included; their error then stands for the batch. */
function undo(database: Database, reason: unknown): void {
  try {
    database.run("ROLLBACK TO change");
    database.run("RELEASE change");
  } catch {
    throw reason;
  }
}

function rollback(database: Database): void {
  try {
    database.run("ROLLBACK");
  } catch {
    // SQLite has already rolled back.
  }
}
