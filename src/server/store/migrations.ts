import { ConfigurationError } from "../../errors.ts";
import type { Database } from "./database.ts";
import { anotherFile, damagedFile } from "./database-failure.ts";
import { initialSchema } from "./initial-schema.ts";

/** Marks a file as this program's (`payc`), so that no stranger's database is written to. */
const applicationId = 0x70617963;

/** In order; a migration's number is its place, counted from 1. What was released is never edited. */
const migrations: readonly string[] = [initialSchema];

/** Refuses the file of another program, and one with a version that is not known; reads only. */
export function refuseUnknown(database: Database): void {
  if (isForeign(database)) {
    throw new ConfigurationError(`the database ${database.path} belongs to another program`, {
      hint: anotherFile,
    });
  }
  const version = versionOf(database);
  if (version <= migrations.length) return;
  throw new ConfigurationError(
    `the database ${database.path} was made by another payctl (version ${version}, known up to ${migrations.length})`,
    { hint: `use the payctl that made it, or ${anotherFile}` },
  );
}

/** Pages (64 MiB): to look at all of some gigabytes a cold disk takes the better part of a minute. */
const mostChecked = 16_384;

/** Refuses a file whose pages contradict each other; a large one only shows it when such a page is read. */
export function refuseDamaged(database: Database): void {
  const pages = database.get<{ page_count: number }>("PRAGMA page_count")?.page_count ?? 0;
  if (pages > mostChecked) return;
  const report = database.get<{ quick_check: string }>("PRAGMA quick_check(1)");
  if (report?.quick_check !== "ok") throw damagedFile(database.path);
}

/** Brings a new or older file up to date, wholly or not at all. */
export function migrate(database: Database, steps: readonly string[] = migrations): void {
  const version = versionOf(database);
  if (version === steps.length) return;
  database.exec("BEGIN IMMEDIATE");
  try {
    for (const step of steps.slice(version)) database.exec(step);
    database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${steps.length}`);
    database.exec("COMMIT");
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
}

function isForeign(database: Database): boolean {
  const objects = database.get<{ count: number }>("SELECT count(*) AS count FROM sqlite_schema")?.count;
  const id = database.get<{ application_id: number }>("PRAGMA application_id")?.application_id;
  return objects !== 0 && id !== applicationId;
}

function versionOf(database: Database): number {
  return database.get<{ user_version: number }>("PRAGMA user_version")?.user_version ?? 0;
}
