import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { ConfigurationError, codeInBrackets, PartialError, systemCode, UsageError } from "../errors.ts";
import { disk } from "./disk.ts";
import { isRunning, startOf } from "./process.ts";

/** How often the holder of a file touches its lock. */
const touchInterval = 10_000;
/** A lock that was not touched for this long is lost: its holder was killed or suspended. */
const longestSilence = 60_000;
/** Short work takes milliseconds, so that even many writers in a row take no longer. */
const longestWait = 10_000;

/** A file that no other run may use meanwhile. */
export interface FileLock {
  /** Called before each write: throws if another run has taken over, as it may once this one was suspended. */
  confirm(): void;
  release(): Promise<void>;
}

/** Does short work on a file that one process at a time may do, and waits for its turn. */
export async function withFileLock<Value>(
  path: string,
  work: (lock: FileLock) => Promise<Value>,
): Promise<Value> {
  const end = performance.now() + longestWait;
  let taken = await take(path, ConfigurationError);
  while (taken === undefined && performance.now() < end) {
    await sleep(5 + Math.random() * 20);
    taken = await take(path, ConfigurationError);
  }
  if (taken === undefined) throw usedByOther(path);
  try {
    return await work(taken);
  } finally {
    await taken.release();
  }
}

/** Locks a file for work of any length; refuses one that another run uses. */
export async function lockFile(path: string): Promise<FileLock> {
  const taken = await take(path, PartialError).catch((cause: unknown) => {
    throw new UsageError(`${path}.lock can't be written${codeInBrackets(cause)}`, {
      cause,
      hint: "choose a file in a folder that you can write to, or free some space",
    });
  });
  if (taken === undefined) throw usedByOther(path);
  return taken;
}

/** An error for a run that has lost its lock: of short work, nothing was done yet. */
type LostError = typeof ConfigurationError | typeof PartialError;

/** Undefined while another run has the file. */
async function take(path: string, Lost: LostError): Promise<FileLock | undefined> {
  const lock = `${path}.lock`;
  const note = (await create(lock)) ?? ((await removeAbandoned(lock)) ? await create(lock) : undefined);
  if (note === undefined) return undefined;
  // Work on a lock that is gone fails in `confirm`, and one that can't be removed has no effect once this process ends.
  const ifOurs = async (work: () => Promise<void>): Promise<void> => {
    if (noteIn(lock) === note) await work();
  };
  const touch = () => ifOurs(() => disk.utimes(lock, new Date(), new Date())).catch(() => {});
  const touching = setInterval(touch, touchInterval).unref();
  return {
    confirm: () => confirm(path, lock, { note, Lost }),
    async release() {
      clearInterval(touching);
      await ifOurs(() => disk.rm(lock, { force: true })).catch(() => {});
    },
  };
}

/** The note in a new lock, which names its owner; undefined if there is a lock already. */
async function create(lock: string): Promise<string | undefined> {
  const owner = [hostname(), await namespace(), process.pid, await startOf(process.pid)];
  const note = [...owner, randomUUID()].join(" ");
  try {
    await disk.writeFile(lock, note, { flag: "wx", mode: 0o600 });
    return note;
  } catch (error) {
    const code = systemCode(error);
    // Windows answers EPERM while a file of this name is being deleted.
    if (code === "EEXIST" || (disk.platform === "win32" && code === "EPERM")) return undefined;
    // On a full disk there may be an empty lock.
    await disk.rm(lock, { force: true }).catch(() => {});
    throw error;
  }
}

/** Containers may have one host name, and process ids of their own; only Linux has such namespaces. */
async function namespace(): Promise<string> {
  return disk.readlink("/proc/self/ns/pid").catch(() => "-");
}

/** Whether there is no lock now. */
async function removeAbandoned(lock: string): Promise<boolean> {
  const owner = noteIn(lock);
  if (owner === undefined) return true;
  if (!(await isSilent(lock)) && !(await hasEnded(owner))) return false;
  const aside = `${lock}.${randomUUID()}.tmp`;
  try {
    disk.renameSync(lock, aside);
    // Where another run was quicker, this is its lock, which goes back.
    if (noteIn(aside) !== owner) disk.linkSync(aside, lock);
  } catch (error) {
    if (!["ENOENT", "EEXIST"].includes(systemCode(error) ?? "")) throw error;
  } finally {
    disk.rmSync(aside, { force: true });
  }
  return true;
}

async function isSilent(lock: string): Promise<boolean> {
  const stats = await disk.stat(lock).catch(() => undefined);
  return stats !== undefined && Date.now() - stats.mtimeMs > longestSilence;
}

/** Whether the process of a note, if it is one of this machine and namespace, has ended. */
async function hasEnded(note: string): Promise<boolean> {
  const [host, space, pid, start] = note.split(" ");
  if (host !== hostname() || space !== (await namespace())) return false;
  return !(await isRunning(Number(pid))) || ((await startOf(Number(pid))) ?? "") !== start;
}

interface OwnLock {
  readonly note: string;
  readonly Lost: LostError;
}

function confirm(path: string, lock: string, { note, Lost }: OwnLock): void {
  let found: string | undefined;
  try {
    found = noteIn(lock);
  } catch (cause) {
    throw new Lost(`${lock} can't be read${codeInBrackets(cause)}`, { cause });
  }
  if (found === note) return;
  throw new Lost(`another payctl has taken over ${path} while this one was suspended`, {
    hint: "let that one finish, and run this one again",
  });
}

/** Undefined if there is no lock. */
function noteIn(lock: string): string | undefined {
  try {
    return disk.readFileSync(lock, "utf8");
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

function usedByOther(path: string): UsageError {
  return new UsageError(`another payctl is using ${path}`, {
    hint: { text: "wait until it has finished; if none is running", command: `rm -f '${path}.lock'` },
  });
}
