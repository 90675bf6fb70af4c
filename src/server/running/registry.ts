import { mkdir, readdir, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type FoundOwner, findServer } from "./find-server.ts";
import { type Owner, removeOwner, writeOwner } from "./owner.ts";

/** A server's record of where it is, for as long as it runs. */
export interface Registration {
  remove(): Promise<void>;
}

/** Records a server among those of this user. An unwritable home does not keep it from serving. */
export async function registerServer(folder: string, owner: Owner): Promise<Registration> {
  const place = join(folder, String(owner.pid));
  // The first folder that was missing; undefined if none was.
  const made = await mkdir(folder, { recursive: true, mode: 0o700 }).catch(() => undefined);
  await writeOwner(place, owner).catch(() => undefined);
  return {
    async remove() {
      await removeOwner(place).catch(() => undefined);
      if (made !== undefined) await removeEmpty(folder, made);
    },
  };
}

/** Removes folders that are no longer used, from the innermost outwards. */
async function removeEmpty(folder: string, outermost: string): Promise<void> {
  try {
    for (let path = folder; path.length >= outermost.length; path = dirname(path)) await rmdir(path);
  } catch {
    // It contains somebody else's note, or data.
  }
}

/** Every server of this user that is still running; the notes of dead ones do not count. */
export async function listServers(folder: string): Promise<readonly FoundOwner[]> {
  const names = await readdir(folder).catch(() => []);
  const places = names
    .filter((name) => name.endsWith(".owner"))
    .map((name) => join(folder, name.slice(0, -6)));
  const servers = await Promise.all(places.toSorted().map(findServer));
  return servers.filter((server) => server !== undefined);
}
