import { lstat, mkdtemp, readdir, rm } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { ConfigurationError } from "../../../errors.ts";
import { isAlive } from "../../../files/process.ts";
import { inMemory } from "../../../values/database-address.ts";

/** Where a server stores what belongs to its database: next to its file or, if in memory, in a temporary folder. */
export interface DataFolders {
  /** Whether it is there after a restart. */
  readonly lasting: boolean;
  snapshots(): Promise<string>;
  worlds(): Promise<string>;
  /** Of no use after a restart. */
  images(): Promise<string>;
  /** What a reset goes back to, if that is not the seed. */
  origin(): Promise<string>;
  /** Removes what was only for this process. */
  remove(): Promise<void>;
}

export function dataFolders(database: string): DataFolders {
  if (database === inMemory) return passingFolders();
  return {
    lasting: true,
    snapshots: () => unlinked(`${database}.snapshots`),
    worlds: () => unlinked(`${database}.worlds`),
    images: async () => `${database}.templates`,
    origin: async () => `${database}.origin`,
    remove: () => rm(`${database}.templates`, { recursive: true, force: true }),
  };
}

/** A folder that others may have made: through a link, data would go wherever they want. */
export async function unlinked(path: string): Promise<string> {
  const there = await lstat(path).catch(() => undefined);
  if (!there?.isSymbolicLink()) return path;
  throw new ConfigurationError(`${path} is a link, which the server does not follow`, {
    hint: "put the folder there that it leads to, or use another database: payctl serve --database FILE",
  });
}

/** A process's number means something only on its own machine, and containers may share a folder. */
const prefix = `payctl-data-${hostname().replace(/[^\w.]/g, "_")}-`;

function passingFolders(): DataFolders {
  let made: Promise<string> | undefined;

  async function below(name: string): Promise<string> {
    made ??= makeFolder();
    return join(await made, name);
  }

  return {
    lasting: false,
    snapshots: () => below("snapshots"),
    worlds: () => below("worlds"),
    images: () => below("templates"),
    origin: () => below("origin.db"),
    async remove() {
      if (made !== undefined) await rm(await made, { recursive: true, force: true });
    },
  };
}

/** Makes a folder for this process; removes those of processes that were killed. */
async function makeFolder(): Promise<string> {
  const others = (await readdir(tmpdir())).filter((name) => name.startsWith(prefix));
  for (const name of others) {
    const pid = Number(name.slice(prefix.length).split("-", 1)[0]);
    // Another user's folder can't be removed; it is theirs to remove.
    if (!isAlive(pid)) await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {});
  }
  return mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
}
