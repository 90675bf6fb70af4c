import { copyFile } from "node:fs/promises";
import { inMemory } from "../../../values/database-address.ts";
import { keptSecret } from "../notes.ts";
import type { KeyPairRecord } from "../records.ts";
import { createResources } from "../resources.ts";
import { rootDataset } from "../schema.ts";
import type { SqlStore } from "../sql.ts";
import type { StoreSources } from "../storage.ts";
import type { ReferenceStore, Resources } from "../store.ts";
import { type Commits, createCommits } from "./commits.ts";
import { type Database, openDatabase, sqlOn } from "./database.ts";
import { copyInto, restoreFile, upgradeFile } from "./database-copies.ts";
import {
  createIdleCheckpoint,
  type IdleCheckpoint,
  leaveFile,
  prepareFile,
  takeFile,
} from "./database-file.ts";
import { migrate, refuseDamaged, refuseUnknown, schemaVersion } from "./migrations.ts";

export interface StoreOptions extends StoreSources {
  /** A file, or `:memory:`. */
  readonly path: string;
  /** The secret that authenticates cursors; by default, one that is kept with the data. */
  readonly secret?: Uint8Array | undefined;
  /** For a file that is not needed after this process: as fast as memory, and as short-lived. */
  readonly passing?: boolean;
  /** KiB of pages that are kept in memory; SQLite's default unless given. */
  readonly cache?: number;
}

/** A store on a database of its own. */
export interface SqliteStore extends ReferenceStore, SqlStore {
  /** KiB of pages that are kept in memory from now on. */
  setCache(cache: number): Promise<void>;
  /** Writes a copy to a new file, whole or not at all. */
  copyTo(path: string): Promise<void>;
  /** Atomic and durable; goes back to the content of a file, which is kept. */
  restoreFrom(path: string): Promise<void>;
}

/** Opens or creates a database; throws a ConfigurationError if it is damaged, newer, foreign or in use. */
export async function openStore(options: StoreOptions): Promise<SqliteStore> {
  prepareFile(options.path);
  const database = await openDatabase(options.path);
  try {
    refuseUnknown(database);
    if (!options.passing) refuseDamaged(database);
    takeFile(database, options);
    migrate(database);
    return await storeOn(database, options);
  } catch (error) {
    database.close();
    throw error;
  }
}

async function storeOn(database: Database, options: StoreOptions): Promise<SqliteStore> {
  const { now, newId, passing = false, randomBytes, base = () => now().getTime() } = options;
  // Closing a lasting file a second time would release the lock that keeps other processes away from it.
  const isPassing = passing && database.path !== inMemory;
  const sql = sqlOn(database, rootDataset);
  const resources = createResources(sql);
  const secret = options.secret ?? (await keptSecret(sql, randomBytes));
  const keyPairs = createKeyPairs(resources);
  const changed = () => {
    keyPairs.forget();
    checkpoint.postpone();
  };
  const commits = createCommits(database, changed);
  const checkpoint: IdleCheckpoint = createIdleCheckpoint(database, commits.read);
  let closing: Promise<void> | undefined;
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
    findKeyPair: (thumbprint) => keyPairs.find(thumbprint) ?? commits.read(() => keyPairs.read(thumbprint)),
    read: (work) => commits.read(() => work(resources)),
    write: (work) => commits.write(() => work(resources, nextMoment())),
    change: (work) => commits.write(() => work(sql)),
    setCache: (cache) =>
      commits.read(async () => database.exec(`PRAGMA cache_size = -${cache}; PRAGMA shrink_memory`)),
    copyTo: (path) =>
      commits.alone(() => (isPassing ? copyFile(database.path, path) : copyInto(database, path))),
    async restoreFrom(path) {
      await upgradeFile(path);
      await commits.alone(async () => {
        restoreFile(database, path);
        changed();
      });
    },
    close() {
      closing ??= close(database, commits, checkpoint);
      return closing;
    },
  };
}

/** The key pairs that were read since the last change. */
function createKeyPairs({ apiKeyPairs }: Resources) {
  const found = new Map<string, Promise<KeyPairRecord>>();
  return {
    find: (thumbprint: string) => found.get(thumbprint),
    /** No change comes in between: a commit waits for reads in progress. */
    async read(thumbprint: string): Promise<KeyPairRecord | undefined> {
      const keyPair = await apiKeyPairs.findByThumbprint(thumbprint);
      // Unknown thumbprints are not cached: anyone can make them up.
      if (keyPair !== undefined) found.set(thumbprint, Promise.resolve(keyPair));
      return keyPair;
    },
    forget: () => found.clear(),
  };
}

/** Closes even if the checkpoint fails; the log then stays next to the file, and nothing is lost. */
async function close(database: Database, commits: Commits, checkpoint: IdleCheckpoint): Promise<void> {
  try {
    // After every change that was requested before.
    await commits.alone(async () => leaveFile(database));
  } finally {
    checkpoint.stop();
    database.close();
  }
}
