import { access, open, readFile, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { ConfigurationError, systemCode, UsageError } from "../errors.ts";

const longestWait = 60_000;
/** Short work takes milliseconds; a lock this old has lost its owner, whoever has its process id now. */
const longestWork = 30_000;
/** A lock file gets its owner's name within microseconds of its creation. */
const longestBirth = 2_000;

/** Does work that one process at a time may do; the lock of a killed process is taken over. */
export async function withFileLock<Value>(path: string, work: () => Promise<Value>): Promise<Value> {
  await acquire(path);
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

/** Locks a file for work of any length; resolves to a function that unlocks it. Refuses a file locked by a live process. */
export async function holdFile(path: string): Promise<() => Promise<void>> {
  const lock = `${path}.lock`;
  while (!(await create(lock))) {
    if (await isAbandoned(lock, Number.POSITIVE_INFINITY)) {
      await removeAbandoned(lock, Number.POSITIVE_INFINITY);
    } else if (await exists(lock)) throw held(path, lock);
  }
  return () => rm(lock, { force: true });
}

async function acquire(path: string): Promise<void> {
  const end = performance.now() + longestWait;
  while (!(await create(path))) {
    if (await isAbandoned(path, longestWork)) await removeAbandoned(path, longestWork);
    else if (performance.now() > end) throw locked(path);
    else await sleep(5 + Math.random() * 20);
  }
}

async function create(path: string): Promise<boolean> {
  try {
    const file = await open(path, "wx", 0o600);
    await file.writeFile(`${process.pid}@${hostname()}`);
    await file.close();
    return true;
  } catch (error) {
    const code = systemCode(error);
    // Windows answers EPERM while a file of this name is being deleted.
    if (code === "EEXIST" || (process.platform === "win32" && code === "EPERM")) return false;
    throw error;
  }
}

async function isAbandoned(path: string, longest: number): Promise<boolean> {
  try {
    const owner = await readFile(path, "utf8");
    // The file system's own clock made the time, so the machine's clock measures it.
    const age = Date.now() - (await stat(path)).mtimeMs;
    if (owner === "") return age > longestBirth;
    return age > longest || isDead(owner);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return false;
    throw error;
  }
}

/** Only processes on this machine can be checked. */
function isDead(owner: string): boolean {
  const [pid, host] = owner.split("@", 2);
  if (host !== hostname()) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return systemCode(error) === "ESRCH";
  }
}

/** A second lock guards the removal: of two processes that saw the same dead owner, the slower must not remove a new lock. */
async function removeAbandoned(path: string, longest: number): Promise<void> {
  const guard = `${path}.guard`;
  if (!(await create(guard))) {
    if (await isAbandoned(guard, longestWork)) await rm(guard, { force: true });
    else await sleep(5);
    return;
  }
  try {
    if (await isAbandoned(path, longest)) await rm(path, { force: true });
  } finally {
    await rm(guard, { force: true });
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function held(path: string, lock: string): UsageError {
  return new UsageError(`another payctl is using ${path}`, {
    hint: `wait until it has finished; if none is running: rm -f '${lock}'`,
  });
}

function locked(path: string): ConfigurationError {
  return new ConfigurationError(`another payctl has locked ${path}`, {
    hint: "if none is running, delete that file",
  });
}
