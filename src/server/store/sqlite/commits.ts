import type { Database } from "./database.ts";

/** Orders all work on a database, which has only one transaction at a time. */
export interface Commits {
  /** Runs between transactions, never inside one that may still be undone. */
  read<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Runs once, in a transaction of its own. Resolves once it is durable; if it fails, it is undone. */
  write<Value>(work: () => Promise<Value>): Promise<Value>;
  /** The same without a sync, so that a loss of power may take it until the next one. */
  count<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Runs alone, outside of every transaction. */
  alone<Value>(work: () => Promise<Value>): Promise<Value>;
}

/** `committed` is called after each commit, before anybody is answered. */
export function createCommits(database: Database, committed: () => void): Commits {
  const turns = createTurns();

  async function commit<Value>(work: () => Promise<Value>): Promise<Value> {
    try {
      database.run("BEGIN IMMEDIATE");
      const value = await work();
      database.run("COMMIT");
      committed();
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
    read: turns.shared,
    write: (work) => turns.alone(() => commit(work)),
    count: (work) => turns.alone(() => commitUnsynced(work)),
    alone: turns.alone,
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
