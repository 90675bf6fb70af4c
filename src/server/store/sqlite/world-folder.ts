import { copyFile, link, mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { systemCode } from "../../../errors.ts";
import { replaceFile } from "../../../files/replace.ts";
import { syncFile } from "../../../files/sync.ts";
import { type Failure, failure } from "../../failure.ts";
import type { WorldRecord } from "../../worlds/record.ts";

/** The files of one world. */
export interface WorldFiles {
  readonly data: string;
  /** What a reset goes back to; never changed, and often the same file for many worlds. */
  readonly origin: string;
  readonly snapshots: string;
}

/** The worlds of a server; each is named by its folder. */
export interface WorldFolder {
  filesOf(name: string): WorldFiles;
  /** Worlds of an earlier start; removes what a killed process left half done, and leaves alone what is not ours. */
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
  /** Called with a sentence about a world that can't be used. */
  refuse(reason: string): void;
}

/** A world that is made or removed; no name of one begins with a dot. */
const unfinished = /^\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export function openWorldFolder({ folder, lasting, refuse }: WorldFolderParts): WorldFolder {
  const recordFile = (place: string) => join(place, "world.json");
  const aside = () => join(folder, `.${crypto.randomUUID()}`);

  /** Undefined for a folder without a record, which someone else put there, and for a record that is not ours. */
  async function readRecord(name: string): Promise<WorldRecord | undefined> {
    const path = recordFile(join(folder, name));
    const text = await readFile(path, "utf8").catch(() => undefined);
    if (text === undefined) return undefined;
    const { parseWorldRecord } = await import("./world-record.ts");
    const record = parseWorldRecord(name, text);
    if (record === undefined) refuse(`${path} is not the record of a world; its folder is left alone`);
    return record;
  }

  return {
    filesOf: (name) => filesIn(join(folder, name)),
    async read() {
      const names = await foldersIn(folder);
      const gone = names.filter((name) => unfinished.test(name));
      for (const name of gone) await rm(join(folder, name), { recursive: true, force: true });
      const records = await Promise.all(names.filter((name) => !unfinished.test(name)).map(readRecord));
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
        throw isTaken(error) ? taken(record.name) : error;
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

/** What systems answer when a folder should get a name that something else has. */
function isTaken(error: unknown): boolean {
  return ["EEXIST", "ENOTDIR", "ENOTEMPTY"].includes(systemCode(error) ?? "");
}

function taken(name: string): Failure {
  const message = `The folder of the world ${name} contains something else; use another name`;
  return failure(409, { message });
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

/** Without links: a world lies where its server is, and nowhere else. */
async function foldersIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (systemCode(error) === "ENOENT") return [];
    throw error;
  });
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).toSorted();
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
