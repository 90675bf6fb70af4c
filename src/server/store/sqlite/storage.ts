import { inMemory } from "../../../values/database-address.ts";
import { once } from "../../../values/once.ts";
import { clearTimeout, setTimeout } from "../../../values/timers.ts";
import type { Engine } from "../engine.ts";
import { createSql, type SqlValue, type Statements } from "../sql.ts";
import { createStorage, type Storage, type StorageOptions } from "../storage.ts";
import { createCommits } from "./commits.ts";
import { type Database, openDatabase } from "./database.ts";
import { leaveFile, prepareFile, takeFile } from "./database-file.ts";
import { migrate, refuseDamaged, refuseUnknown, schemaVersion } from "./migrations.ts";

/** Opens or creates a database; throws a ConfigurationError if it is damaged, of another version, foreign or in use. */
export async function openSqliteStorage({ database: path, ...sources }: StorageOptions): Promise<Storage> {
  prepareFile(path);
  const database = await openDatabase(path);
  try {
    refuseUnknown(database);
    refuseDamaged(database);
    takeFile(database);
    migrate(database);
    return await createStorage(engineOn(database), sources);
  } catch (error) {
    database.close();
    throw error;
  }
}

function engineOn(database: Database): Engine {
  const { alone, commits, write, writeUnsynced } = createCommits(database);
  const statements = statementsOn(database);
  const { flush, writeSoon } = createWriteSoon(database, writeUnsynced);
  return {
    name: database.path,
    schemaVersion,
    isPersistent: database.path !== inMemory,
    // A file belongs to one process.
    isShared: false,
    schema: "main",
    sql: createSql("main"),
    deferReferences: "PRAGMA defer_foreign_keys = ON",
    commits,
    all: (text, ...values) => alone(() => statements.all(text, ...values)),
    read: (work) => alone(() => work(statements)),
    change: (work) => write(() => work(statements)),
    changeUnsynced: (work) => writeUnsynced(() => work(statements)),
    writeSoon,
    flush,
    withStartLock: (work) => work(),
    close: once(async () => {
      try {
        await flush().catch(() => undefined);
        // After every change that was requested before. If the checkpoint fails, the log stays next to the file.
        await alone(async () => leaveFile(database));
      } finally {
        database.close();
      }
    }),
  };
}

/** Each is settled as soon as it is called. */
export function statementsOn(database: Database): Statements {
  const run: Statements["run"] = async (text, ...values) => database.run(text, ...values);
  const all: Statements["all"] = async (text, ...values) => database.all(text, ...values);
  return { all, run, runLong: run };
}

/** Milliseconds that a statement waits for others. */
const writeDelay = 100;

/** As many are written at once, even if the delay has not passed. */
const mostWaiting = 50;

/** Writes many rows in one transaction; if it fails, they are lost. */
function createWriteSoon(database: Database, writeUnsynced: (work: () => Promise<void>) => Promise<void>) {
  let waiting: (readonly [text: string, ...values: SqlValue[]])[] = [];
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const statements = waiting;
    waiting = [];
    if (statements.length === 0) return;
    await writeUnsynced(async () => {
      for (const [text, ...values] of statements) database.run(text, ...values);
    });
  }

  return {
    flush,
    async writeSoon(...statement: readonly [text: string, ...values: SqlValue[]]): Promise<void> {
      waiting.push(statement);
      if (waiting.length >= mostWaiting) return flush();
      timer ??= setTimeout(() => flush().catch(() => undefined), writeDelay).unref();
    },
  };
}
