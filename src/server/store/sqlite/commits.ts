import { Failure } from "../../failure.ts";
import type { Database } from "./database.ts";

/** Orders all work on a database, which has only one transaction at a time. */
export interface Commits {
  /** Runs between commits, never inside a transaction that may still be undone. */
  read<Value>(work: () => Promise<Value>): Promise<Value>;
  /**
   * If it fails, only this work is undone, for which its batch may run again. Resolves once it is durable, together
   * with its batch.
   */
  write<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Runs alone, outside of every transaction. */
  alone<Value>(work: () => Promise<Value>): Promise<Value>;
}

/** A change that shares its transaction with others. */
interface Change {
  /** Resolves to a function that answers the caller, to be called after the commit. */
  carryOut(): Promise<() => void>;
  reject(reason: unknown): void;
}

/** A transaction with a failed change that can't be undone on its own; the cause is why it failed. */
class Spoiled extends Error {}

/** Changes that arrive in one turn of the event loop share a commit. `committed` is called after each. */
export function createCommits(database: Database, committed: () => void): Commits {
  const pending: Change[] = [];
  const turns = createTurns();

  /** One transaction for all; if one of them spoils it, one for each. */
  async function commitPending(): Promise<void> {
    const changes = pending.splice(0);
    if (await commit(changes)) return;
    for (const change of changes) await commit([change]);
  }

  /** Answers every change; if one of several spoils the transaction, undoes all and returns false. */
  async function commit(changes: readonly Change[]): Promise<boolean> {
    try {
      const answers = await transaction(database, changes);
      committed();
      for (const answer of answers) answer();
    } catch (error) {
      rollback(database);
      if (error instanceof Spoiled && changes.length > 1) return false;
      const reason = error instanceof Spoiled ? error.cause : error;
      for (const change of changes) change.reject(reason);
    }
    return true;
  }

  return {
    read: turns.shared,
    write(work) {
      if (pending.length === 0) setImmediate(() => void turns.alone(commitPending));
      return new Promise((resolve, reject) => {
        const carryOut = async () => {
          const value = await work();
          return () => resolve(value);
        };
        pending.push({ carryOut, reject });
      });
    },
    alone: turns.alone,
  };
}

async function transaction(database: Database, changes: readonly Change[]): Promise<(() => void)[]> {
  const answers: (() => void)[] = [];
  database.run("BEGIN IMMEDIATE");
  for (const change of changes) answers.push(await attempt(database, change));
  database.run("COMMIT");
  return answers;
}

/**
 * Carries out one change of a batch. A refusal that has written nothing leaves nothing to undo; anything else spoils the
 * transaction. A savepoint for each change could undo just that one, but costs about half as much as the change itself.
 */
async function attempt(database: Database, change: Change): Promise<() => void> {
  const before = database.changes();
  try {
    return await change.carryOut();
  } catch (reason) {
    const isRefusal = reason instanceof Failure && database.changes() === before;
    if (!isRefusal) throw new Spoiled("", { cause: reason });
    return () => change.reject(reason);
  }
}

/**
 * A transaction that does not check references, for rows that are known to be consistent: SQLite looks for rows that
 * point at each deleted row, and can be told not to only between transactions.
 */
export function withoutReferences<Value>(database: Database, work: () => Value): Value {
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

/** Undoes a transaction, even one that SQLite has already undone. */
function rollback(database: Database): void {
  try {
    database.run("ROLLBACK");
  } catch {
    // SQLite has already rolled back.
  }
}

/** Lets work that only reads run side by side, and work that writes run alone. */
export interface Turns {
  /** Starts at once unless other work runs alone, or waits to. */
  shared<Value>(work: () => Promise<Value>): Promise<Value>;
  alone<Value>(work: () => Promise<Value>): Promise<Value>;
}

export function createTurns(): Turns {
  let sharing = 0;
  let lone: Promise<void> | undefined;
  let nobodyShares = () => {};

  /** Work that runs alone waits for the shared work in progress; work that comes later waits for it. */
  async function takeOver<Value>(work: () => Promise<Value>): Promise<Value> {
    if (sharing > 0) {
      await new Promise<void>((resolve) => {
        nobodyShares = resolve;
      });
    }
    return work();
  }

  return {
    async shared(work) {
      while (lone !== undefined) await lone;
      sharing += 1;
      try {
        return await work();
      } finally {
        sharing -= 1;
        if (sharing === 0) nobodyShares();
      }
    },
    async alone(work) {
      while (lone !== undefined) await lone;
      const result = takeOver(work);
      const settled = () => {
        lone = undefined;
      };
      lone = result.then(settled, settled);
      return result;
    },
  };
}
