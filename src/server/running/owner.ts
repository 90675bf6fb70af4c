import { constants, type Stats } from "node:fs";
import { dirname } from "node:path";
import { ConfigurationError } from "../../errors.ts";
import { disk } from "../../files/disk.ts";
import { startOf, stillRuns } from "../../files/process.ts";
import { replaceFile } from "../../files/replace.ts";
import { inMemory, isPostgresUrl } from "../../values/database-address.ts";
import { isRecord } from "../../values/record.ts";

/** Who serves a database, according to a note; SQLite's own lock decides. */
export interface Owner {
  readonly pid: number;
  /** Distinguishes the process from later ones of the same number, where the system says when it started. */
  readonly start?: string | undefined;
  readonly url: string;
  /** The same as in the server's health, which anyone can read. */
  readonly instance?: string | undefined;
  /** An absolute path, or `:memory:`. */
  readonly database?: string | undefined;
  /** The administrator's private key. */
  readonly keyFile?: string | undefined;
  /** The file that its log goes to, if it is detached. */
  readonly log?: string | undefined;
}

/** The note next to a database; one in memory has none. */
function ownerFile(database: string): string | undefined {
  return database === inMemory || isPostgresUrl(database) ? undefined : `${database}.owner`;
}

export async function writeOwner(database: string, owner: Owner): Promise<void> {
  const path = ownerFile(database);
  if (path === undefined) return;
  const note = { ...owner, start: await startOf(owner.pid) };
  // Only the server that has the database writes its note, and no process survives a loss of power.
  await replaceFile(path, `${JSON.stringify(note)}\n`, { temporary: `${path}.tmp`, isPassing: true });
}

export async function removeOwner(database: string): Promise<void> {
  const path = ownerFile(database);
  if (path !== undefined) await disk.rm(path, { force: true });
}

/** The live process that serves a database; the note of a dead one is ignored. */
export async function findOwner(database: string): Promise<Owner | undefined> {
  const owner = await readOwner(database);
  return owner !== undefined && (await stillRuns(owner.pid, owner.start)) ? owner : undefined;
}

async function readOwner(database: string): Promise<Owner | undefined> {
  try {
    const value: unknown = JSON.parse((await readOwnNote(ownerFile(database) ?? "")) ?? "");
    if (!isRecord(value)) return undefined;
    const { pid, url } = value;
    // Other numbers stand for groups of processes.
    if (!(Number.isInteger(pid) && Number(pid) > 0) || typeof url !== "string") return undefined;
    return {
      pid: Number(pid),
      url,
      start: textOrNone(value["start"]),
      instance: textOrNone(value["instance"]),
      database: textOrNone(value["database"]),
      keyFile: textOrNone(value["keyFile"]),
      log: textOrNone(value["log"]),
    };
  } catch {
    return undefined;
  }
}

const withoutLinks = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Undefined for a note that somebody else wrote or could have changed: it might name any process. */
async function readOwnNote(path: string): Promise<string | undefined> {
  const folder = await disk.stat(dirname(path));
  const file = await disk.open(path, withoutLinks);
  try {
    const note = await file.stat();
    if (!note.isFile() || !isOurs(note) || canReplace(folder)) return undefined;
    return await file.readFile("utf8");
  } finally {
    await file.close();
  }
}

/** Windows knows neither such owners nor such modes. */
const user = process.getuid?.();

const writableByOthers = 0o022;

function isOurs({ mode, uid }: Stats): boolean {
  return user === undefined || (uid === user && (mode & writableByOthers) === 0);
}

/** Whether others may put another file in the place of one; in a sticky folder they can't. */
function canReplace({ mode, uid }: Stats): boolean {
  if (user === undefined) return false;
  const isSticky = (mode & 0o1000) !== 0;
  return (uid !== user && uid !== 0) || ((mode & writableByOthers) !== 0 && !isSticky);
}

function textOrNone(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** If another server has the file, an error that names it; otherwise the error itself. */
export async function nameOwner(error: unknown, path: string): Promise<unknown> {
  const owner = await findOwner(path);
  if (!(error instanceof ConfigurationError) || owner === undefined) return error;
  const message = `the database ${path} is in use by the server at ${owner.url}, process ${owner.pid}`;
  return new ConfigurationError(message, {
    hint: "use that one, or start a second one: payctl serve --port 0 --database FILE",
    cause: error,
  });
}
