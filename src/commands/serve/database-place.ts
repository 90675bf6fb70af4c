import { join, resolve } from "node:path";
import type { Host } from "../../context.ts";

export const inMemory = ":memory:";

/** The database that a flag names, or the usual one. */
export function namedDatabase(name: string | undefined, host: Host): string {
  if (name === inMemory) return inMemory;
  return name === undefined ? join(dataFolder(host), "reference.db") : resolve(name);
}

/** Where notes about the server of a database stand: beside it, or for one in memory in the data folder. */
export function notesPlace(database: string, host: Host): string {
  return database === inMemory ? join(dataFolder(host), "memory") : database;
}

/** A relative path in the variable is to be ignored (XDG Base Directory Specification). */
function dataFolder({ env, homeDirectory }: Host): string {
  const named = env["XDG_DATA_HOME"] ?? "";
  const base = named !== "" && resolve(named) === named ? named : join(homeDirectory, ".local", "share");
  return join(base, "payctl");
}
