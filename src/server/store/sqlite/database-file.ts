import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { ConfigurationError } from "../../../errors.ts";
import { inMemory } from "../../../values/database-address.ts";
import type { Database } from "./database.ts";
import { unopenableFile } from "./database-failure.ts";

/** Creates a missing file and its missing folders for the owner only; SQLite gives its side files the same mode. */
export function prepareFile(path: string): void {
  if (path === inMemory) return;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    closeSync(openSync(path, "a", 0o600));
  } catch (error) {
    throw unopenableFile(path, error);
  }
}

/** Pages of the log (16 MiB) after which they are moved into the file; the journal fills SQLite's 1,000 in a moment. */
const checkpointPages = 4096;

/** Locks the file for this process, and makes every commit survive a loss of power. */
export function takeFile(database: Database): void {
  database.exec("PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; PRAGMA synchronous = FULL");
  if (database.path === inMemory) return;
  database.exec(`PRAGMA locking_mode = EXCLUSIVE; PRAGMA wal_autocheckpoint = ${checkpointPages}`);
  const mode = database.get<{ journal_mode: string }>("PRAGMA journal_mode = WAL")?.journal_mode;
  if (mode !== "wal") throw noWriteAheadLog(database.path);
  // The first transaction takes the lock, and keeps it.
  database.exec("BEGIN EXCLUSIVE; COMMIT");
}

/** Leaves a single file without a log, and releases its lock: a driver may keep a closed connection alive. */
export function leaveFile(database: Database): void {
  if (database.path === inMemory) return;
  database.exec("PRAGMA journal_mode = DELETE; PRAGMA locking_mode = NORMAL");
  database.exec("SELECT count(*) FROM sqlite_schema");
}

function noWriteAheadLog(path: string): ConfigurationError {
  return new ConfigurationError(`the file system of ${path} does not support a write-ahead log`, {
    hint: { text: "use a local disk", command: "payctl serve --database FILE" },
  });
}
