import { inMemory } from "../../../values/database-address.ts";
import { once } from "../../../values/once.ts";
import { createStorage } from "../create-storage.ts";
import type { Engine, Statements, StoreParts } from "../engine.ts";
import type { KeyPairRecord } from "../records.ts";
import { createResources } from "../resources.ts";
import type { SqlStore } from "../sql.ts";
import type { Storage, StoreSources } from "../storage.ts";
import type { ReferenceStore } from "../store.ts";
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
  let changes = 0;
  const commits = createCommits(database, () => {
    changes += 1;
    checkpoint.postpone();
  });
  const checkpoint = createIdleCheckpoint(database, commits.read);
  const statements: Statements = {
    all: async <Row extends object>(text: string, ...values: Bound) => database.all<Row>(text, ...values),
    run: async (text, ...values) => database.run(text, ...values),
    sql: (dataset) => sqlOn(database, dataset),
  };
  return {
    lasting: database.path !== inMemory,
    schema: "main",
    ownTables: [],
    deferReferences: "PRAGMA defer_foreign_keys = ON",
    read: (work) => commits.read(() => work(statements)),
    transaction: (work) => commits.write(() => work(statements)),
    openStore: (parts) => storeOn(database, { commits, changes: () => changes }, parts),
    // A file belongs to one process.
    starting: (work) => work(),
    close: once(async () => {
      try {
        // After every change that was requested before. If the checkpoint fails, the log stays next to the file.
        await commits.alone(async () => leaveFile(database));
      } finally {
        checkpoint.stop();
        database.close();
      }
    }),
  };
}

type Bound = Parameters<Statements["all"]> extends [string, ...infer Values] ? Values : never;

interface Shared {
  readonly commits: Commits;
  /** Another number after each change of the database. */
  changes(): number;
}

function storeOn(
  database: Database,
  { changes, commits }: Shared,
  { dataset, secret, sources }: StoreParts,
): ReferenceStore & SqlStore {
  const { newId, now, base = () => now().getTime() } = sources;
  const sql = sqlOn(database, dataset);
  const resources = createResources(sql);
  let latest = 0;
  const nextMoment = () => {
    latest = Math.max(latest, base() * 1000) + 1;
    return latest;
  };
  return {
    name: database.path,
    schemaVersion,
    secret,
    now,
    newId,
    findKeyPair: createFindKeyPair(changes, (thumbprint) =>
      commits.read(() => resources.apiKeyPairs.findByThumbprint(thumbprint)),
    ),
    read: (work) => commits.read(() => work(resources)),
    write: (work) => commits.write(() => work(resources, nextMoment())),
    change: (work) => commits.write(() => work(sql)),
    // The database belongs to the storage.
    close: () => commits.alone(async () => {}),
  };
}

/** Keeps what was read since the last change. */
function createFindKeyPair(
  changes: () => number,
  read: ReferenceStore["findKeyPair"],
): ReferenceStore["findKeyPair"] {
  const found = new Map<string, KeyPairRecord>();
  let seen = changes();
  return async (thumbprint) => {
    if (seen !== changes()) found.clear();
    seen = changes();
    const known = found.get(thumbprint);
    if (known !== undefined) return known;
    const keyPair = await read(thumbprint);
    // Unknown thumbprints are not kept: anyone can make them up.
    if (keyPair !== undefined && seen === changes()) found.set(thumbprint, keyPair);
    return keyPair;
  };
}
