import type { Host } from "../../context.ts";
import { isSameFile } from "../../server/running/files.ts";
import { findServers, type KnownServer, type ServerNote } from "../../server/running/registry.ts";
import { inMemory } from "../../values/database-address.ts";
import { serversFolder, shownDatabase } from "./database-place.ts";

/** The servers of this user that run, or those of them that are meant. */
export function findKnown(
  host: Host,
  isMeant?: (note: ServerNote) => boolean | Promise<boolean>,
): Promise<readonly KnownServer[]> {
  return findServers(serversFolder(host), isMeant);
}

/** Those with a database: several share one of PostgreSQL, and each in memory has one of its own. */
export function findByDatabase(database: string, host: Host): Promise<readonly KnownServer[]> {
  const name = shownDatabase(database);
  return findKnown(host, (note) => note.database === name || isSameFile(note.database, name));
}

/** The server in memory that runs in the background; others belong to the terminal or the command that they run with. */
export function findDetached(host: Host): Promise<readonly KnownServer[]> {
  return findKnown(host, ({ database, log }) => database === inMemory && log !== undefined);
}
