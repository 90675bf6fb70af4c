import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import {
  ConfigurationError,
  codeInBrackets,
  PartialError,
  PayctlError,
  systemCode,
  UsageError,
} from "../errors.ts";
import { disk } from "./disk.ts";
import { startOf, stillRuns } from "./process.ts";

/** The holder of a file touches its lock this often, */
const touchInterval = 10_000;
/** and has lost it after this long without a touch, as when it is suspended. */
const longestSilence = 60_000;
/** An owner that was killed while it made its lock has left it empty; writing into it takes no time. */
const longestSilenceOfNobody = 1000;
/** Short work takes milliseconds, and so many writers at once take no longer. */
const longestWait = 10_000;

/** What the holder of a lock calls before each write: it may have been suspended, and have lost the lock meanwhile. */
export interface HeldLock {
  /** Throws if another run has taken over. */
  confirm(): void;
}

/** Does short work on a file that one process at a time may do, and waits for its turn. */
export async function withFileLock<Value>(
  path: string,
  work: (held: HeldLock) => Promise<Value>,
): Promise<Value> {
  const lock = `${path}.lock`;
  const end = performance.now() + longestWait;
  let note = await acquire(lock);
  while (note === undefined) {
    if (performance.now() > end) throw heldByOther(path, lock);
    await sleep(5 + Math.random() * 20);
    note = await acquire(lock);
  }
  const own = note;
  try {
    return await work({
      confirm() {
        if (readNote(lock) !== own) throw lost(path);
      },
    });
  } finally {
    await release(lock, own);
  }
}

/** A file that no other run may use meanwhile. */
export interface HeldFile extends HeldLock {
  release(): Promise<void>;
}

/** Opens something that no other run may use until it is closed. */
export async function openHeld<Opened extends { close(): Promise<void> }>(
  path: string,
  open: (held: HeldLock) => Promise<Opened>,
): Promise<Opened> {
  const held = await holdFile(path);
  try {
    const opened = await open(held);
    return { ...opened, close: () => opened.close().finally(held.release) };
  } catch (error) {
    await held.release();
    throw error;
  }
}

/** Locks a file for work of any length; refuses one that another run uses. */
export async function holdFile(path: string): Promise<HeldFile> {
  const lock = `${path}.lock`;
  const note = await acquire(lock).catch((cause: unknown) => {
    throw cause instanceof PayctlError ? cause : unwritableLock(lock, cause);
  });
  if (note === undefined) throw heldByOther(path, lock);
  const touching = setInterval(() => void touch(lock, note), touchInterval).unref();
  return {
    confirm() {
      if (!isKnownOurs(lock, note)) throw takenOver(path);
    },
    async release() {
      clearInterval(touching);
      await release(lock, note);
    },
  };
}

/** The note in our own lock; undefined while another run has it. */
async function acquire(lock: string): Promise<string | undefined> {
  const note = await create(lock);
  if (note !== undefined) return note;
  return (await removeAbandoned(lock)) ? create(lock) : undefined;
}

/** The note in a new lock file; undefined if there is a lock already. */
async function create(lock: string): Promise<string | undefined> {
  const note = [hostname(), await namespace(), process.pid, await startOf(process.pid), randomUUID()].join(
    " ",
  );
  try {
    await disk.writeFile(lock, note, { flag: "wx", mode: 0o600 });
    return note;
  } catch (error) {
    const code = systemCode(error);
    // Windows answers EPERM while a file of this name is being deleted.
    if (code === "EEXIST" || (disk.platform === "win32" && code === "EPERM")) return undefined;
    // Of a full disk there may be an empty lock.
    await disk.rm(lock, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Containers may have one host name, and process ids of their own; only Linux has such namespaces. */
async function namespace(): Promise<string> {
  return disk.readlink("/proc/self/ns/pid").catch(() => "-");
}

/** Whether there is no lock now. */
async function removeAbandoned(lock: string): Promise<boolean> {
  const owner = readNote(lock);
  if (owner === undefined) return true;
  const patience = owner === "" ? longestSilenceOfNobody : longestSilence;
  if (!(await isSilent(lock, patience)) && !(await hasEnded(owner))) return false;
  remove(lock, owner);
  return true;
}

/** Moves the lock of one owner away; where another run was quicker, and this is its lock, it is put back. */
function remove(lock: string, owner: string): void {
  if (readNote(lock) !== owner) return;
  const aside = `${lock}.${randomUUID()}.tmp`;
  try {
    disk.renameSync(lock, aside);
    if (readNote(aside) !== owner) disk.linkSync(aside, lock);
  } catch (error) {
    if (!["ENOENT", "EEXIST"].includes(systemCode(error) ?? "")) throw error;
  } finally {
    disk.rmSync(aside, { force: true });
  }
}

async function isSilent(lock: string, patience: number): Promise<boolean> {
  const there = await disk.stat(lock).catch(() => undefined);
  return there !== undefined && Date.now() - there.mtimeMs > patience;
}

/** Whether the process of a note, if it is one of this machine and namespace, has ended. */
async function hasEnded(note: string): Promise<boolean> {
  const [host, space, pid, start] = note.split(" ");
  if (host !== hostname() || space !== (await namespace())) return false;
  return !(await stillRuns(Number(pid), start || undefined));
}

async function touch(lock: string, note: string): Promise<void> {
  const now = new Date();
  try {
    if (readNote(lock) === note) await disk.utimes(lock, now, now);
  } catch {
    // The lock has just gone, and `confirm` says so.
  }
}

/** A lock that can't be removed has no effect once this process has ended. */
async function release(lock: string, note: string): Promise<void> {
  try {
    if (readNote(lock) === note) await disk.rm(lock, { force: true });
  } catch {
    // The next one to come finds the owner ended.
  }
}

function isKnownOurs(lock: string, note: string): boolean {
  try {
    return readNote(lock) === note;
  } catch (cause) {
    throw new PartialError(`${lock} can't be read${codeInBrackets(cause)}`, { cause });
  }
}

/** Undefined if there is no lock. */
function readNote(lock: string): string | undefined {
  try {
    return disk.readFileSync(lock, "utf8");
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

function heldByOther(path: string, lock: string): UsageError {
  return new UsageError(`another payctl is using ${path}`, {
    hint: { text: "wait until it has finished; if none is running", command: `rm -f '${lock}'` },
  });
}

function unwritableLock(lock: string, cause: unknown): UsageError {
  return new UsageError(`${lock} can't be written${codeInBrackets(cause)}`, {
    cause,
    hint: "choose a file in a folder that you can write to, or free some space",
  });
}

function takenOver(path: string): PartialError {
  return new PartialError(`another payctl has taken over ${path} while this one was suspended`, {
    hint: "let that one finish; it resumes where this one stopped",
  });
}

function lost(path: string): ConfigurationError {
  return new ConfigurationError(`another payctl has taken over ${path} while this one was suspended`, {
    hint: "nothing was changed: run the command again",
  });
}
