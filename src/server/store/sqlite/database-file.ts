import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { ConfigurationError } from "../../../errors.ts";
import { inMemory } from "../../../values/database-address.ts";
import type { Database } from "./database.ts";
import { unopenableFile } from "./database-failure.ts";

/** Makes a missing file and its missing folders for the owner alone; SQLite gives its side files the same mode. */
export function prepareFile(path: string): void {
  if (path === inMemory) return;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    closeSync(openSync(path, "a", 0o600));
  } catch (error) {
    throw unopenableFile(path, error);
  }
}

/** Pages after which even a busy server checkpoints; without a limit the log would grow for ever (64 MiB). */
const busyCheckpoint = 16_384;

interface Taking {
  /** For a file that nobody needs after this process. */
  readonly passing?: boolean;
  /** KiB of pages. */
  readonly cache?: number;
}

/** Takes the file for this process alone, and makes every commit survive the loss of power, unless it is a passing one. */
export function takeFile(database: Database, { cache, passing = false }: Taking = {}): void {
  database.exec("PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; PRAGMA synchronous = FULL");
  if (cache !== undefined) database.exec(`PRAGMA cache_size = -${cache}`);
  if (database.path === inMemory) return;
  if (passing) {
    database.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY");
    return;
  }
  database.exec(`PRAGMA locking_mode = EXCLUSIVE; PRAGMA wal_autocheckpoint = ${busyCheckpoint}`);
  const mode = database.get<{ journal_mode: string }>("PRAGMA journal_mode = WAL")?.journal_mode;
  if (mode !== "wal") throw noWriteAheadLog(database.path);
  // The lock is taken by the first transaction, and kept.
  database.exec("BEGIN EXCLUSIVE; COMMIT");
}

/** Leaves one file without a log beside it, and its lock: a driver may keep a closed connection alive. */
export function leaveFile(database: Database): void {
  if (database.path === inMemory) return;
  database.exec("PRAGMA journal_mode = DELETE; PRAGMA locking_mode = NORMAL");
  database.exec("SELECT count(*) FROM sqlite_schema");
}

function noWriteAheadLog(path: string): ConfigurationError {
  return new ConfigurationError(`the file system of ${path} does not support a write-ahead log`, {
    hint: "use a local disk: payctl serve --database FILE",
  });
}

/** How long nothing may have been written; short pauses between requests should not count. */
const idleMilliseconds = 1000;

/** Moves the write-ahead log into the database when nobody waits for an answer. */
export interface IdleCheckpoint {
  /** To be called after each commit. */
  postpone(): void;
  stop(): void;
}

/** `whenFree` orders the checkpoint among the other work. */
export function createIdleCheckpoint(
  database: Database,
  whenFree: (work: () => Promise<void>) => Promise<void>,
): IdleCheckpoint {
  let timer: NodeJS.Timeout | undefined;

  async function checkpoint(): Promise<void> {
    // A checkpoint that fails loses nothing: the log still holds every change, and closing tries again.
    await whenFree(async () => database.exec("PRAGMA wal_checkpoint(PASSIVE)")).catch(() => undefined);
  }

  return {
    postpone() {
      if (timer === undefined) timer = setTimeout(checkpoint, idleMilliseconds).unref();
      else timer.refresh();
    },
    stop: () => clearTimeout(timer),
  };
}
