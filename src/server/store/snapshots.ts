import { addMissing, copy, dropCopy, openCopies, removeOthers } from "./copies.ts";
import type { Database } from "./database.ts";
import type { ReferenceStore } from "./open.ts";

/**
 * Keeps all data as it is under a name, in place of what the name stood for; answers how many rows that are. The copy
 * lives as long as the store, in a temporary file where it is large. To be called inside a change.
 */
export function copyData(database: Database, name: string): number {
  database.run("CREATE TEMP TABLE IF NOT EXISTS snapshots (name TEXT PRIMARY KEY)");
  dropData(database, name);
  database.run("INSERT INTO temp.snapshots (name) VALUES (?)", name);
  return openCopies(database).reduce((rows, copied) => rows + copy(database, copied, name), 0);
}

function dropData(database: Database, name: string): void {
  if (database.run("DELETE FROM temp.snapshots WHERE name = ?", name) === 0) return;
  for (const copied of openCopies(database)) dropCopy(database, copied, name);
}

export function takeSnapshot(store: ReferenceStore, name: string): Promise<number> {
  return store.change((database) => copyData(database, name));
}

export function forgetSnapshot(store: ReferenceStore, name: string): Promise<void> {
  return store.change((database) => dropData(database, name));
}

/** Goes back to what was kept, as often as wanted; only rows that differ are written. False for a name that is not kept. */
export function restoreSnapshot(store: ReferenceStore, name: string): Promise<boolean> {
  return store.replace((database) => {
    if (!isKept(database, name)) return false;
    const tables = openCopies(database);
    for (const copied of tables) removeOthers(database, copied, name);
    for (const copied of tables) addMissing(database, copied, name);
    return true;
  });
}

function isKept(database: Database, name: string): boolean {
  const isOpen = database.get("SELECT 1 FROM temp.sqlite_schema WHERE name = 'snapshots'") !== undefined;
  return isOpen && database.get("SELECT 1 FROM temp.snapshots WHERE name = ?", name) !== undefined;
}
