import { ConfigurationError } from "../../errors.ts";
import type { Database } from "./database.ts";
import { inMemory } from "./database-file.ts";

/** Pages after which even a busy server checkpoints; without a limit the log would grow for ever (64 MiB). */
const busyCheckpoint = 16_384;

/** Takes the file for this process alone until it is closed; writes nothing. */
export function takeFile(database: Database): void {
  database.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF");
}

/** An answered change survives the loss of power, and idle time pays for the checkpoints. */
export function makeDurable(database: Database): void {
  database.exec(`PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = ${busyCheckpoint}`);
  if (database.path === inMemory) return;
  const mode = database.get<{ journal_mode: string }>("PRAGMA journal_mode = WAL")?.journal_mode;
  if (mode === "wal") return;
  throw new ConfigurationError(`The file system of ${database.path} can't keep a write-ahead log.`, {
    hint: "Use a local disk: payctl serve --database FILE",
  });
}
