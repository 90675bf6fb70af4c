import { basename, join, resolve } from "node:path";
import type { Host } from "../../context.ts";

export const inMemory = ":memory:";

/** The database that a flag names, or the usual one. */
export function namedDatabase(name: string | undefined, host: Host): string {
  if (name === inMemory) return inMemory;
  return name === undefined ? join(dataFolder(host), "reference.db") : resolve(name);
}

/** Where notes about a database's server are stored: beside it, or in the state folder for one in memory. */
export function notesPlace(database: string, host: Host): string {
  return database === inMemory ? join(stateFolder(host), "memory") : database;
}

/** Where every server of this user notes that it runs. */
export function serversFolder(host: Host): string {
  return join(stateFolder(host), "servers");
}

/** Where a detached server of a database writes its log: beside a named file, else in the state folder. */
export function logFile(database: string, host: Host): string {
  const isUsual = database === namedDatabase(undefined, host);
  const place = isUsual ? join(stateFolder(host), basename(database)) : notesPlace(database, host);
  return `${place}.log`;
}

function dataFolder({ env, homeDirectory }: Host): string {
  return join(named(env["XDG_DATA_HOME"]) ?? join(homeDirectory, ".local", "share"), "payctl");
}

/** The data folder unless a variable names one, so that everything of the reference server is in one place. */
function stateFolder(host: Host): string {
  const base = named(host.env["XDG_STATE_HOME"]);
  return base === undefined ? dataFolder(host) : join(base, "payctl");
}

/** A relative path in a variable is to be ignored (XDG Base Directory Specification). */
function named(path = ""): string | undefined {
  return path !== "" && resolve(path) === path ? path : undefined;
}
