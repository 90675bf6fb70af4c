import { createHash } from "node:crypto";
import { constants, type Stats } from "node:fs";
import { mkdir, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { disk } from "../../files/disk.ts";
import { startOf, stillRuns } from "../../files/process.ts";
import { replaceFile } from "../../files/replace.ts";
import { isRecord } from "../../values/record.ts";
import { instanceAt, type Trust } from "./ask-server.ts";

/** What a server notes about itself for as long as it runs. */
export interface ServerNote extends Trust {
  readonly pid: number;
  readonly url: string;
  /** The same as in the server's health, which anyone can read. */
  readonly instance: string;
  /** An absolute path, `:memory:`, or an address without its password. */
  readonly database: string;
  /** The administrator's private key. */
  readonly keyFile?: string | undefined;
  /** The file that its log goes to, if it is detached. */
  readonly log?: string | undefined;
}

/** A server that runs. */
export interface KnownServer extends ServerNote {
  /** Distinguishes the process from later ones of the same number, where the system says when it started. */
  readonly start?: string | undefined;
  /** Whether it answers in time; a busy or hanging one does not. */
  readonly answers: boolean;
}

/** A server's note among those of this user. */
export interface Registration {
  remove(): Promise<void>;
}

/** Rejects if the folder can't be written. */
export async function registerServer(folder: string, note: ServerNote): Promise<Registration> {
  // In containers that share the folder, servers of different files may have the same process id.
  const digest = createHash("sha256").update(note.database).digest("hex").slice(0, 12);
  const path = join(folder, `${digest}-${note.pid}.json`);
  // The first folder that was missing; undefined if none was.
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  const text = `${JSON.stringify({ ...note, start: await startOf(note.pid) })}\n`;
  // No process survives a loss of power.
  await replaceFile(path, text, { temporary: `${path}.tmp`, isPassing: true });
  return {
    async remove() {
      await disk.rm(path, { force: true }).catch(() => undefined);
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

/** The servers of this user that run, or those of them that are meant; no other is asked whether it answers. */
export async function findServers(
  folder: string,
  isMeant: (note: ServerNote) => boolean | Promise<boolean> = () => true,
): Promise<readonly KnownServer[]> {
  const names = await disk.readdir(folder).catch(() => []);
  const paths = names.filter((name) => name.endsWith(".json")).map((name) => join(folder, name));
  const servers = await Promise.all(
    paths.map(async (path) => {
      const note = await readNote(path);
      return note !== undefined && (await isMeant(note)) ? meet(path, note) : undefined;
    }),
  );
  return servers.filter((server) => server !== undefined).toSorted((one, other) => one.pid - other.pid);
}

type StartNote = Omit<KnownServer, "answers">;

/** Undefined if its process id and its address belong to something else by now. */
async function meet(path: string, note: StartNote): Promise<KnownServer | undefined> {
  if ((await instanceAt(note.url, note)) === note.instance) return { ...note, answers: true };
  // Without its start, the process could be any other; with it, it may have ended while it was asked.
  const isThere = note.start !== undefined && (await readNote(path)) !== undefined;
  return isThere ? { ...note, answers: false } : undefined;
}

/** The note of a process that runs. */
async function readNote(path: string): Promise<StartNote | undefined> {
  const note = await readOwnFile(path)
    .then(JSON.parse)
    .catch(() => undefined);
  if (!isNote(note) || !(await stillRuns(note.pid, note.start))) return undefined;
  return note;
}

function isNote(value: unknown): value is StartNote {
  if (!isRecord(value)) return false;
  const { caFile = "", database, instance, keyFile = "", log = "", pid, start = "", url } = value;
  const texts = [caFile, database, instance, keyFile, log, start, url];
  // Other numbers stand for groups of processes.
  return Number.isInteger(pid) && Number(pid) > 0 && texts.every((text) => typeof text === "string");
}

const withoutLinks = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Empty if somebody else wrote the file or could have changed it: a note might then name any process. */
async function readOwnFile(path: string): Promise<string> {
  const folder = await disk.stat(dirname(path));
  const file = await disk.open(path, withoutLinks);
  try {
    const note = await file.stat();
    if (!note.isFile() || !isOurs(note) || canReplace(folder)) return "";
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

const interval = 50;

/** Asks a server to end; returns whether it is gone in time. */
export async function endServer(
  { pid, start }: KnownServer,
  {
    patience,
    signal,
    sleep,
  }: {
    /** Milliseconds. */
    readonly patience: number;
    sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
    readonly signal: AbortSignal;
  },
): Promise<boolean> {
  if (!(await stillRuns(pid, start)) || !terminate(pid)) return true;
  for (let waited = 0; waited < patience; waited += interval) {
    if (!(await stillRuns(pid, start))) return true;
    await sleep(interval, signal);
  }
  return false;
}

/** False if it has ended meanwhile. */
function terminate(pid: number): boolean {
  try {
    process.kill(pid, "SIGTERM");
    return true;
  } catch {
    return false;
  }
}
