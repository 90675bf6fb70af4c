import { constants } from "node:fs";
import { copyFile, rm } from "node:fs/promises";
import { inMemory } from "../../../values/database-address.ts";
import { dataTables, keyOf, rootDataset, type TableDefinition } from "../schema.ts";
import type { SnapshotRecord } from "../storage.ts";
import { withoutReferences } from "./commits.ts";
import { type Database, openDatabase } from "./database.ts";
import { leaveFile, prepareFile } from "./database-file.ts";
import { migrate, refuseUnknown } from "./migrations.ts";

/**
 * Writes the whole content of a database to a new file, whole or not at all; must be called outside a transaction. The
 * file survives the end of the process and, once it is synced, a loss of power.
 */
export async function copyInto(database: Database, path: string): Promise<void> {
  try {
    if (database.path === inMemory) copyMemory(database, path);
    else await copyPages(database, path);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

function copyMemory(database: Database, path: string): void {
  // SQLite fills an empty file, but would make one of its own readable by anyone.
  prepareFile(path);
  database.run("VACUUM INTO ?", path);
}

/** Copying a file costs a fifth of filling another one row by row. */
async function copyPages(database: Database, path: string): Promise<void> {
  const log = database.get<{ log: number; checkpointed: number }>("PRAGMA wal_checkpoint(PASSIVE)");
  if (log?.log !== log?.checkpointed) throw new Error(`not all changes have reached ${database.path}`);
  await copyFile(database.path, path, constants.COPYFILE_FICLONE);
  // The copy of a file with a log would need a log, too, wherever it is opened.
  await withFile(path, (copy) => {
    copy.exec("PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE");
    leaveFile(copy);
  });
}

/** Turns a copy into a snapshot: the seed and the secret of the cursors stay with the database that they belong to. */
export async function markSnapshot(path: string, takenAt: string): Promise<SnapshotRecord> {
  return withFile(path, (database) => {
    const record = { takenAt, rows: countRows(database) };
    database.exec("PRAGMA synchronous = OFF; BEGIN; DELETE FROM meta");
    const bytes = Buffer.from(JSON.stringify(record));
    database.run("INSERT INTO meta (dataset, name, value) VALUES (?, 'snapshot', ?)", rootDataset, bytes);
    database.exec("COMMIT");
    return record;
  });
}

/** What a file says about itself; undefined if it is not a snapshot. */
export async function readSnapshot(path: string): Promise<SnapshotRecord | undefined> {
  return withFile(path, (database) => {
    const row = database.get<{ value: Uint8Array }>("SELECT value FROM meta WHERE name = 'snapshot'");
    return row === undefined ? undefined : JSON.parse(Buffer.from(row.value).toString());
  }).catch(() => undefined);
}

/** Brings a file that an older version wrote up to date; refuses those of other programs, and newer ones. */
export async function upgradeFile(path: string): Promise<void> {
  await withFile(path, (database) => {
    refuseUnknown(database);
    migrate(database);
  });
}

async function withFile<Value>(path: string, work: (database: Database) => Value): Promise<Value> {
  const database = await openDatabase(path);
  try {
    return work(database);
  } finally {
    database.close();
  }
}

function countRows(database: Database): number {
  const sum = dataTables.map(({ name }) => `(SELECT count(*) FROM ${name})`).join(" + ");
  return database.get<{ count: number }>(`SELECT ${sum} AS count`)?.count ?? 0;
}

/**
 * Goes back to the content of a file, which is kept; only rows that differ are written. Must be called outside a
 * transaction, with a file of this version.
 */
export function restoreFile(database: Database, path: string): void {
  database.run("ATTACH ? AS kept", path);
  try {
    withoutReferences(database, () => {
      for (const table of dataTables) removeOthers(database, table);
      for (const table of dataTables) addMissing(database, table);
    });
  } finally {
    database.exec("DETACH kept");
  }
}

/** Removes every row that has no equal among the kept ones. */
function removeOthers(database: Database, table: TableDefinition): void {
  const { columns, name } = table;
  // The plus keeps SQLite from looking a row up by anything but its key, which is never null.
  const compared = Object.keys(columns).map((column) => {
    return keyOf(table).includes(column)
      ? `kept_row.${column} = main_row.${column}`
      : `+kept_row.${column} IS main_row.${column}`;
  });
  const same = ["kept_row.dataset = main_row.dataset", ...compared].join(" AND ");
  database.run(`DELETE FROM main.${name} AS main_row
    WHERE NOT EXISTS (SELECT 1 FROM kept.${name} AS kept_row WHERE ${same})`);
}

/** Adds every kept row that is missing; each remaining row has its equal there, so equal counts mean equal rows. */
function addMissing(database: Database, table: TableDefinition): void {
  const { name } = table;
  const columns = ["dataset", ...Object.keys(table.columns)].join(", ");
  const same = ["dataset", ...keyOf(table)]
    .map((column) => `main_row.${column} = kept_row.${column}`)
    .join(" AND ");
  database.run(`INSERT INTO main.${name} (${columns})
    SELECT ${columns} FROM kept.${name} AS kept_row
    WHERE (SELECT count(*) FROM main.${name}) < (SELECT count(*) FROM kept.${name})
    AND NOT EXISTS (SELECT 1 FROM main.${name} AS main_row WHERE ${same})`);
}
