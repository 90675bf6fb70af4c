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
import { isAlive, startOf } from "./process.ts";

const longestWait = 60_000;
/** Short work takes milliseconds; a lock this old has lost its owner, whichever process has its process id now. */
const longestWork = 30_000;
/** The holder of a file touches its lock this often, */
const touchInterval = 5_000;
/** and has lost it after this long without a touch, as when it is suspended. */
const longestSilence = 180_000;
/** Whoever waits for a holder on another machine, whose process can't be checked, takes it for ended after this long. */
const silenceElsewhere = 30_000;
/** A lock file gets its owner's name within microseconds of its creation. */
const longestBirth = 2_000;

/** What the holder of a lock calls before each write: it may have been suspended, and have lost the lock meanwhile. */
export interface HeldLock {
  /** Throws if another run has taken over. */
  confirm(): void;
}

/** Does work that one process at a time may do; the lock of a killed process is taken over. */
export async function withFileLock<Value>(
  path: string,
  work: (held: HeldLock) => Promise<Value>,
): Promise<Value> {
  const note = await acquire(path);
  try {
    return await work({
      confirm() {
        if (!isOurs(path, note)) throw lost(path);
      },
    });
  } finally {
    await release(path, note);
  }
}

async function acquire(path: string): Promise<string> {
  const end = performance.now() + longestWait;
  for (;;) {
    const note = await create(path);
    if (note !== undefined) return note;
    if (await isAbandoned(path, longestWork)) await removeAbandoned(path, longestWork);
    else if (performance.now() > end) throw locked(path);
    else await sleep(5 + Math.random() * 20);
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

/**
 * Locks a file for work of any length; refuses a file that a live process holds. If it may be one on another machine,
 * waits so many milliseconds for it to end.
 */
export async function holdFile(path: string, patience = silenceElsewhere): Promise<HeldFile> {
  const lock = `${path}.lock`;
  const note = await hold(path, lock, patience).catch((cause: unknown) => {
    throw cause instanceof PayctlError ? cause : unwritableLock(lock, cause);
  });
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

async function hold(path: string, lock: string, patience: number): Promise<string> {
  for (;;) {
    const note = await create(lock);
    if (note !== undefined) return note;
    const owner = readNote(lock);
    if (await isAbandoned(lock, longestSilence)) await removeAbandoned(lock, longestSilence);
    // A lock without a name is being made, or its owner was killed while making it: time will tell.
    else if (owner === "") await sleep(20);
    else if (owner !== undefined && !isElsewhere(owner)) throw held(path, lock);
    else if (owner !== undefined) await outwait(path, lock, patience);
  }
}

/** Waits until the lock of another machine is gone, or was not touched for so long; throws if it is in use. */
async function outwait(path: string, lock: string, patience: number): Promise<void> {
  // The clocks of two machines differ, so only a touch that is seen counts, and not the time that it bears.
  const first = await stampOf(lock);
  const end = performance.now() + patience;
  while (performance.now() < end) {
    await sleep(Math.min(patience / 10, 500));
    if (readNote(lock) === undefined) return;
  }
  if ((await stampOf(lock)) !== first) throw held(path, lock);
  await removeIf(lock, async () => (await stampOf(lock)) === first);
}

/** What each touch and each new owner changes; undefined without a lock. */
async function stampOf(lock: string): Promise<string | undefined> {
  const there = await disk.stat(lock).catch(() => undefined);
  return there && `${there.ino} ${there.mtimeMs}`;
}

function isElsewhere(note: string): boolean {
  return note.split(" ")[0]?.split("@", 2)[1] !== hostname();
}

async function touch(lock: string, note: string): Promise<void> {
  const now = new Date();
  try {
    if (isOurs(lock, note)) await disk.utimes(lock, now, now);
  } catch {
    // The lock has just gone, and `confirm` says so.
  }
}

/** A lock that can't be removed has no effect once this process has ended. */
async function release(lock: string, note: string): Promise<void> {
  try {
    if (isOurs(lock, note)) await disk.rm(lock, { force: true });
  } catch {
    // The next one to come finds the owner dead.
  }
}

function isOurs(lock: string, note: string): boolean {
  return readNote(lock) === note;
}

function isKnownOurs(lock: string, note: string): boolean {
  try {
    return isOurs(lock, note);
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

/** The note in a new lock file; undefined if there is a lock already. */
async function create(path: string): Promise<string | undefined> {
  const file = await openNew(path);
  if (file === undefined) return undefined;
  try {
    const note = await ownNote();
    await file.writeFile(note);
    await file.close();
    return note;
  } catch (error) {
    await file.close().catch(() => undefined);
    await disk.rm(path, { force: true }).catch(() => undefined);
    throw error;
  }
}

async function openNew(path: string) {
  try {
    return await disk.open(path, "wx", 0o600);
  } catch (error) {
    const code = systemCode(error);
    // Windows answers EPERM while a file of this name is being deleted.
    if (code === "EEXIST" || (disk.platform === "win32" && code === "EPERM")) return undefined;
    throw error;
  }
}

/** The process, its machine, its start as the system reports it, and as the process itself does. */
async function ownNote(): Promise<string> {
  return `${process.pid}@${hostname()} ${(await startOf(process.pid)) ?? "unknown"} ${performance.timeOrigin}`;
}

async function isAbandoned(path: string, longest: number): Promise<boolean> {
  try {
    const owner = await disk.readFile(path, "utf8");
    // The time comes from the file system's own clock, so the machine's clock measures it.
    const age = Date.now() - (await disk.stat(path)).mtimeMs;
    if (owner === "") return age > longestBirth;
    return age > longest || (await isDead(owner));
  } catch (error) {
    if (systemCode(error) === "ENOENT") return false;
    throw error;
  }
}

/** Only processes on this machine can be checked. */
async function isDead(note: string): Promise<boolean> {
  const [owner = "", start = "unknown", origin] = note.split(" ");
  const [number, host] = owner.split("@", 2);
  const pid = Number(number);
  if (host !== hostname()) return false;
  // In a container every run has the same process id, so if another run holds ours, it has ended.
  if (pid === process.pid) return origin !== String(performance.timeOrigin);
  if (!isAlive(pid)) return true;
  const now = await startOf(pid);
  return start !== "unknown" && now !== undefined && now !== start;
}

function removeAbandoned(path: string, longest: number): Promise<void> {
  return removeIf(path, () => isAbandoned(path, longest));
}

/** A second lock guards the removal: of two processes that saw the same dead owner, the slower must not remove a new lock. */
async function removeIf(path: string, isDue: () => Promise<boolean>): Promise<void> {
  const guard = `${path}.guard`;
  if ((await create(guard)) === undefined) {
    if (await isAbandoned(guard, longestWork)) await disk.rm(guard, { force: true });
    else await sleep(5);
    return;
  }
  try {
    if (await isDue()) await disk.rm(path, { force: true });
  } finally {
    await disk.rm(guard, { force: true });
  }
}

function held(path: string, lock: string): UsageError {
  return new UsageError(`another payctl is using ${path}`, {
    hint: `wait until it has finished; if none is running: rm -f '${lock}'`,
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

function locked(path: string): ConfigurationError {
  return new ConfigurationError(`another payctl has locked ${path}`, {
    hint: "if none is running, delete that file",
  });
}
