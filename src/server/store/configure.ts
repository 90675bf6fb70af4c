import { ConfigurationError } from "../../errors.ts";
import type { Database } from "./database.ts";
import { inMemory } from "./database-file.ts";

/** Pages after which even a busy server checkpoints; without a limit the log would grow for ever (64 MiB). */
const busyCheckpoint = 16_384;

/** Takes the file for this process alone, and makes every commit survive the loss of power. */
export function takeFile(database: Database): void {
  database.exec("PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; PRAGMA synchronous = FULL");
  if (database.path === inMemory) return;
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
  return new ConfigurationError(`the file system of ${path} can't keep a write-ahead log`, {
    hint: "use a local disk: payctl serve --database FILE",
  });
}
