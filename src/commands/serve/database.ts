import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import type { Host } from "../../context.ts";
import { ConfigurationError } from "../../errors.ts";
import {
  inMemory,
  isPostgresUrl,
  looksLikeAddress,
  postgresLabel,
  readPostgresUrl,
} from "../../values/database-address.ts";
import type { ServeInput } from "./flags.ts";

/** Names the database if no flag does; other users of this machine can't see it, as they can a command line. */
export const databaseVariable = "PAYCTL_DATABASE";

/** The database that a flag or the variable names, or the usual one. */
export function namedDatabase(flag: string | undefined, host: Host): string {
  // An empty variable is unset.
  const name = flag ?? (host.env[databaseVariable] || undefined);
  if (name === undefined) return join(dataFolder(host), "reference.db");
  if (name === inMemory) return name;
  if (isPostgresUrl(name)) {
    readPostgresUrl(name);
    return name;
  }
  if (looksLikeAddress(name)) throw unknownAddress(flag === undefined ? databaseVariable : "--database");
  return resolve(name);
}

/** Where a server stores its data: with a command, nowhere unless a file is named. */
export function databasePath({ flags, rest }: ServeInput, { host }: { readonly host: Host }): string {
  if (flags.database === undefined && rest.length > 0) return inMemory;
  return namedDatabase(flags.database, host);
}

/** Taken for the name of a file, a mistyped address would show its password wherever the database is named. */
function unknownAddress(source: string): ConfigurationError {
  return new ConfigurationError(`${source} looks like a database address, but not one that payctl can use`, {
    hint: "use postgres://USER@HOST:5432/DATABASE, without spaces or quotes around it, or a file: ./NAME",
  });
}

/** A database in words for people: a path, or an address without its password. */
export function shownDatabase(database: string): string {
  return isPostgresUrl(database) ? postgresLabel(database) : database;
}

/** Where log and key of a database's server are stored: next to it, or in the state folder if it is not a file. */
export function pathBeside(database: string, host: Host): string {
  if (!isPostgresUrl(database)) return database;
  const digest = createHash("sha256").update(postgresLabel(database)).digest("hex").slice(0, 12);
  return join(stateFolder(host), `postgres-${digest}`);
}

/** Where a detached server writes its log. In memory each has one of its own, named by the process that started it. */
export function logFile(database: string, host: Host, starter: number): string {
  if (database === inMemory) return join(stateFolder(host), `memory-${starter}.log`);
  return `${pathBeside(database, host)}.log`;
}

function dataFolder({ env, homeDirectory }: Host): string {
  return join(absolute(env["XDG_DATA_HOME"]) ?? join(homeDirectory, ".local", "share"), "payctl");
}

/** The data folder unless a variable names one, so that everything of the reference server is in one place. */
function stateFolder(host: Host): string {
  const base = absolute(host.env["XDG_STATE_HOME"]);
  return base === undefined ? dataFolder(host) : join(base, "payctl");
}

/** A relative path in a variable has to be ignored (XDG Base Directory Specification). */
function absolute(path = ""): string | undefined {
  return path !== "" && resolve(path) === path ? path : undefined;
}
