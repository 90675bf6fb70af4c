import { ConfigurationError, type Hint } from "../../../errors.ts";
import {
  firstVersion,
  newestOf,
  type Printing,
  printSchema,
  type Steps,
  stepsFrom,
} from "../print-schema.ts";
import { keyOf } from "../schema.ts";
import type { Database } from "./database.ts";
import { damagedFile, orAnotherFile } from "./database-failure.ts";

/** Where the key has several columns, and so no body, the rows are stored in its order. */
const printing: Printing = {
  types: {
    text: "TEXT NOT NULL",
    "text?": "TEXT",
    integer: "INTEGER NOT NULL",
    "integer?": "INTEGER",
    bytes: "BLOB NOT NULL",
  },
  bigint: "INTEGER NOT NULL",
  serial: "INTEGER NOT NULL",
  unlogged: "",
  ending: (table) => (keyOf(table).length > 1 ? " STRICT, WITHOUT ROWID" : " STRICT"),
  busyEnding: " STRICT",
};

/** Marks a file as this program's (`payc`), so that a database of another program is never written to. */
const applicationId = 0x70617963;

const migrations: Steps = [printSchema(printing)];

/** Refuses the file of another program or of an unknown version; only reads. */
export function refuseUnknown(database: Database): void {
  const refuse = (what: string, hint: Hint) => {
    throw new ConfigurationError(`the database ${database.path} ${what}`, { hint });
  };
  const objects = database.get<{ count: number }>("SELECT count(*) AS count FROM sqlite_schema")?.count;
  const id = database.get<{ application_id: number }>("PRAGMA application_id")?.application_id;
  if (objects !== 0 && id !== applicationId) refuse("belongs to another program", orAnotherFile());
  const version = versionOf(database);
  if (version > 0 && version < firstVersion) {
    const text = "export its data with the payctl that made it, and start on another file";
    refuse("has the format of an earlier payctl", {
      text,
      command: "payctl serve --database FILE --seed EXPORT",
    });
  }
  if (version > schemaVersion) {
    const known = `version ${version}, known up to ${schemaVersion}`;
    refuse(`was made by another payctl (${known})`, orAnotherFile("use the payctl that made it"));
  }
}

/** Pages (64 MiB): checking a few gigabytes on a cold disk takes the better part of a minute. */
const mostChecked = 16_384;

/** Refuses a file whose pages contradict each other; in a large one, this shows only when such a page is read. */
export function refuseDamaged(database: Database): void {
  const pages = database.get<{ page_count: number }>("PRAGMA page_count")?.page_count ?? 0;
  if (pages > mostChecked) return;
  const report = database.get<{ quick_check: string }>("PRAGMA quick_check(1)");
  if (report?.quick_check !== "ok") throw damagedFile(database.path);
}

/** Brings a new or older file up to date, completely or not at all. */
export function migrate(database: Database, steps: Steps = migrations): void {
  const version = versionOf(database);
  const newest = newestOf(steps);
  if (version === newest) return;
  database.exec("BEGIN IMMEDIATE");
  try {
    for (const step of stepsFrom(version, steps)) database.exec(step);
    database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${newest}`);
    database.exec("COMMIT");
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
}

/** The version of the newest schema. */
export const schemaVersion = newestOf(migrations);

function versionOf(database: Database): number {
  return database.get<{ user_version: number }>("PRAGMA user_version")?.user_version ?? 0;
}
