import { inMemory } from "../../../values/database-address.ts";
import { once } from "../../../values/once.ts";
import { clearTimeout, setTimeout } from "../../../values/timers.ts";
import { createStorage } from "../create-storage.ts";
import type { Engine, Statements } from "../engine.ts";
import type { SqlValue } from "../sql.ts";
import type { Storage, StoreSources } from "../storage.ts";
import { type Commits, createCommits } from "./commits.ts";
import { type Database, openDatabase, sqlOn } from "./database.ts";
import { createIdleCheckpoint, leaveFile, prepareFile, takeFile } from "./database-file.ts";
import { migrate, refuseDamaged, refuseUnknown, schemaVersion } from "./migrations.ts";

export interface SqliteStorageOptions extends StoreSources {
  /** An absolute path, or `:memory:`. */
  readonly database: string;
}

/** Opens or creates a database; throws a ConfigurationError if it is damaged, of another version, foreign or in use. */
export async function openSqliteStorage({
  database: path,
  ...sources
}: SqliteStorageOptions): Promise<Storage> {
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
  const commits = createCommits(database, () => checkpoint.postpone());
  const checkpoint = createIdleCheckpoint(database, commits.read);
  const statements = statementsOn(database);
  const { flush, writeSoon } = createWriteSoon(database, commits);
  return {
    name: database.path,
    schemaVersion,
    lasting: database.path !== inMemory,
    // A file belongs to one process.
    isShared: false,
    schema: "main",
    deferReferences: "PRAGMA defer_foreign_keys = ON",
    all: (text, ...values) => commits.read(() => statements.all(text, ...values)),
    read: (work) => commits.read(() => work(statements)),
    change: (work) => commits.write(() => work(statements)),
    count: (work) => commits.count(() => work(statements)),
    writeSoon,
    flush,
    starting: (work) => work(),
    close: once(async () => {
      try {
        await flush().catch(() => undefined);
        // After every change that was requested before. If the checkpoint fails, the log stays next to the file.
        await commits.alone(async () => leaveFile(database));
      } finally {
        checkpoint.stop();
        database.close();
      }
    }),
  };
}

/** Each is settled as soon as it is called. */
function statementsOn(database: Database): Statements {
  const run: Statements["run"] = async (text, ...values) => database.run(text, ...values);
  return {
    all: async <Row extends object>(text: string, ...values: SqlValue[]) =>
      database.all<Row>(text, ...values),
    run,
    runLong: run,
    sql: (dataset) => sqlOn(database, dataset),
  };
}

/** Milliseconds. */
const soon = 100;

/** Statements that wait for no longer than that, however little time seems to pass. */
const mostWaiting = 50;

/** Writes many rows in one transaction; if it fails, they are lost. */
function createWriteSoon(database: Database, { count }: Commits): Pick<Engine, "flush" | "writeSoon"> {
  let waiting: (readonly [text: string, ...values: SqlValue[]])[] = [];
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const statements = waiting;
    waiting = [];
    if (statements.length === 0) return;
    await count(async () => {
      for (const [text, ...values] of statements) database.run(text, ...values);
    });
  }

  return {
    flush,
    async writeSoon(...statement) {
      waiting.push(statement);
      if (waiting.length >= mostWaiting) return flush();
      timer ??= setTimeout(() => flush().catch(() => undefined), soon).unref();
    },
  };
}
