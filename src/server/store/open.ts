import { type Commits, createCommits } from "./commits.ts";
import { type Database, openDatabase } from "./database.ts";
import {
  createIdleCheckpoint,
  type IdleCheckpoint,
  leaveFile,
  prepareFile,
  takeFile,
} from "./database-file.ts";
import { migrate, refuseDamaged, refuseUnknown } from "./migrations.ts";
import { copyInto, restoreFile, upgradeFile } from "./snapshots.ts";
import type { Resources, Store } from "./store.ts";
import { accountUpdaterJobs } from "./tables/account-updater-jobs.ts";
import { apiKeyPairs } from "./tables/api-key-pairs.ts";
import { auditLogs } from "./tables/audit-logs.ts";
import { buyers } from "./tables/buyers.ts";
import { digitalWallets } from "./tables/digital-wallets.ts";
import { flowRules } from "./tables/flow-rules.ts";
import { giftCards } from "./tables/gift-cards.ts";
import { merchantAccounts } from "./tables/merchant-accounts.ts";
import { networkTokens } from "./tables/network-tokens.ts";
import { paymentMethods } from "./tables/payment-methods.ts";
import { threeDsConfigurations } from "./tables/three-ds-configurations.ts";

/** What a store needs from the outside world. */
export interface StoreOptions {
  /** A file, or `:memory:`. */
  readonly path: string;
  readonly now: () => Date;
  /** A fresh UUID. */
  readonly newId: () => string;
  readonly randomBytes: (length: number) => Uint8Array;
  /** What authenticates cursors; unless given, one that is kept with the data. */
  readonly secret?: Uint8Array | undefined;
  /** For a file that nobody needs after this process: as quick as memory, and as short-lived. */
  readonly passing?: boolean;
  /** KiB of pages that are kept in memory; as many as SQLite likes unless given. */
  readonly cache?: number;
}

/** The store of the reference server, with what seeding and inspection need beyond the resources. */
export interface ReferenceStore extends Store {
  readonly now: () => Date;
  readonly newId: () => string;
  /** Whether nothing was ever seeded. */
  isEmpty(): Promise<boolean>;
  /** Sees a consistent state, as `read` does. */
  inspect<Value>(work: (database: Database) => Value): Promise<Value>;
  /** Atomic and durable, like `write`. */
  change<Value>(work: (database: Database) => Value): Promise<Value>;
  /** Writes a copy to a new file, whole or not at all. */
  copyTo(path: string): Promise<void>;
  /** Atomic and durable; goes back to what a file holds, which stays. */
  restoreFrom(path: string): Promise<void>;
}

/** Opens or makes a database; one that is damaged, newer, foreign or in use is a ConfigurationError. */
export async function openStore(options: StoreOptions): Promise<ReferenceStore> {
  prepareFile(options.path);
  const database = await openDatabase(options.path);
  try {
    refuseUnknown(database);
    if (!options.passing) refuseDamaged(database);
    takeFile(database, options);
    migrate(database);
    return storeOn(database, options);
  } catch (error) {
    database.close();
    throw error;
  }
}

function storeOn(database: Database, options: StoreOptions): ReferenceStore {
  const { now, newId, randomBytes } = options;
  const resources = createResources(database);
  const secret = options.secret ?? keptSecret(database, randomBytes);
  let version = 0;
  const changed = () => {
    version += 1;
    checkpoint.postpone();
  };
  const commits = createCommits(database, changed);
  const checkpoint: IdleCheckpoint = createIdleCheckpoint(database, commits.read);
  let closing: Promise<void> | undefined;
  return {
    secret,
    now,
    newId,
    version: () => version,
    read: (work) => commits.read(() => work(resources)),
    write: (work) => commits.write(() => work(resources)),
    inspect: (work) => commits.read(async () => work(database)),
    change: (work) => commits.write(async () => work(database)),
    copyTo: (path) => commits.alone(() => copyInto(database, path)),
    async restoreFrom(path) {
      await upgradeFile(path);
      await commits.alone(async () => {
        restoreFile(database, path);
        changed();
      });
    },
    isEmpty: () => commits.read(async () => isEmpty(database)),
    close() {
      closing ??= close(database, commits, checkpoint);
      return closing;
    },
  };
}

/** Closes even when the last commit or checkpoint fails; the log then stays beside the file and loses nothing. */
async function close(database: Database, commits: Commits, checkpoint: IdleCheckpoint): Promise<void> {
  try {
    // After every change that was requested before.
    await commits.write(async () => undefined);
    leaveFile(database);
  } finally {
    checkpoint.stop();
    database.close();
  }
}

function isEmpty(database: Database): boolean {
  return database.get("SELECT 1 FROM merchant_accounts LIMIT 1") === undefined;
}

/** Random bytes that live as long as the file. */
function keptSecret(database: Database, randomBytes: StoreOptions["randomBytes"]): Uint8Array {
  const known = database.get<{ value: Uint8Array }>("SELECT value FROM meta WHERE name = 'secret'");
  if (known !== undefined) return known.value;
  const secret = randomBytes(32);
  database.run("INSERT INTO meta (name, value) VALUES ('secret', ?)", secret);
  return secret;
}

/** The resources on SQLite. */
function createResources(database: Database): Resources {
  return {
    accountUpdaterJobs: accountUpdaterJobs(database),
    apiKeyPairs: apiKeyPairs(database),
    auditLogs: auditLogs(database),
    buyers: buyers(database),
    digitalWallets: digitalWallets(database),
    flowRules: flowRules(database),
    giftCards: giftCards(database),
    merchantAccounts: merchantAccounts(database),
    networkTokens: networkTokens(database),
    paymentMethods: paymentMethods(database),
    threeDsConfigurations: threeDsConfigurations(database),
  };
}
