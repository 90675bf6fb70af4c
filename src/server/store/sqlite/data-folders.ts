import { lstat, rm } from "node:fs/promises";
import { join } from "node:path";
import { ConfigurationError } from "../../../errors.ts";
import { makePassingFolder } from "../../../files/passing-folder.ts";
import { inMemory } from "../../../values/database-address.ts";

/** Where a server stores what belongs to its database: next to its file or, if in memory, in a temporary folder. */
export interface DataFolders {
  /** Whether it is there after a restart. */
  readonly lasting: boolean;
  snapshots(): Promise<string>;
  worlds(): Promise<string>;
  /** Of no use after a restart. */
  images(): Promise<string>;
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

function passingFolders(): DataFolders {
  let made: Promise<string> | undefined;

  async function below(name: string): Promise<string> {
    made ??= makePassingFolder("data");
    return join(await made, name);
  }

  return {
    lasting: false,
    snapshots: () => below("snapshots"),
    worlds: () => below("worlds"),
    images: () => below("templates"),
    async remove() {
      if (made !== undefined) await rm(await made, { recursive: true, force: true });
    },
  };
}
