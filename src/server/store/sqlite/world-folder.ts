import { copyFile, link, mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { systemCode } from "../../../errors.ts";
import { replaceFile } from "../../../files/replace.ts";
import { syncFile } from "../../../files/sync.ts";
import type { WorldRecord } from "../../worlds/record.ts";

/** The files of one world. */
export interface WorldFiles {
  readonly data: string;
  /** What a reset goes back to; never changed, and often the same file for many worlds. */
  readonly origin: string;
  readonly snapshots: string;
}

/** The worlds of a server, each in a folder of its own name. */
export interface WorldFolder {
  filesOf(name: string): WorldFiles;
  /** Worlds of an earlier start; removes what a killed process left half done. */
  read(): Promise<readonly WorldRecord[]>;
  /** Makes a world from a file, whole or not at all. */
  create(record: WorldRecord, origin: string): Promise<void>;
  rewrite(record: WorldRecord): Promise<void>;
  remove(name: string): Promise<void>;
}

interface WorldFolderParts {
  readonly folder: string;
  /** Whether each world must survive a loss of power, too. */
  readonly lasting: boolean;
}

/** No name of a world begins with a dot. */
const hidden = ".";

export function openWorldFolder({ folder, lasting }: WorldFolderParts): WorldFolder {
  const recordFile = (place: string) => join(place, "world.json");
  const aside = () => join(folder, `${hidden}${crypto.randomUUID()}`);

  /** Undefined for anything that someone else put there. */
  async function readRecord(name: string): Promise<WorldRecord | undefined> {
    const text = await readFile(recordFile(join(folder, name)), "utf8").catch(() => undefined);
    return text === undefined ? undefined : JSON.parse(text);
  }

  return {
    filesOf: (name) => filesIn(join(folder, name)),
    async read() {
      const names = await namesIn(folder);
      const gone = names.filter((name) => name.startsWith(hidden));
      for (const name of gone) await rm(join(folder, name), { recursive: true, force: true });
      const records = await Promise.all(names.filter((name) => !name.startsWith(hidden)).map(readRecord));
      return records.filter((record) => record !== undefined);
    },
    async create(record, origin) {
      const place = aside();
      try {
        await mkdir(place, { recursive: true, mode: 0o700 });
        const files = filesIn(place);
        await linkOrCopy(origin, files.origin);
        await copyFile(files.origin, files.data);
        // The record of a world that ends with its process is never read.
        const text = `${JSON.stringify(record)}\n`;
        if (lasting) await Promise.all([writeSynced(recordFile(place), text), syncFile(files.data)]);
        await rename(place, join(folder, record.name));
        if (lasting) await syncFile(folder);
      } catch (error) {
        await rm(place, { recursive: true, force: true });
        throw error;
      }
    },
    rewrite: (record) => replaceFile(recordFile(join(folder, record.name)), `${JSON.stringify(record)}\n`),
    async remove(name) {
      const place = aside();
      await rename(join(folder, name), place);
      await rm(place, { recursive: true, force: true });
    },
  };
}

function filesIn(place: string): WorldFiles {
  return {
    data: join(place, "data.db"),
    origin: join(place, "origin.db"),
    snapshots: join(place, "snapshots"),
  };
}

/** A second name for a file that never changes; a copy if the file system has no hard links. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to));
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (systemCode(error) === "ENOENT") return [];
    throw error;
  });
}

async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
