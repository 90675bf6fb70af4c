import { readFile } from "node:fs/promises";
import { isAlive } from "./owner.ts";

interface EndOptions {
  /** Milliseconds. */
  readonly patience: number;
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  readonly signal: AbortSignal;
}

const interval = 50;

/** Asks a process to end; whether it is gone within the patience. */
export async function endProcess(pid: number, { patience, signal, sleep }: EndOptions): Promise<boolean> {
  if (!terminate(pid)) return true;
  for (let waited = 0; waited < patience; waited += interval) {
    if (await isGone(pid)) return true;
    await sleep(interval, signal);
  }
  return false;
}

/** False where it has ended meanwhile. */
function terminate(pid: number): boolean {
  try {
    process.kill(pid, "SIGTERM");
    return true;
  } catch {
    return false;
  }
}

async function isGone(pid: number): Promise<boolean> {
  return !isAlive(pid) || (await isZombie(pid));
}

/** In a container often nobody takes notice of a dead orphan, which then keeps its number. */
async function isZombie(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return /^\d+ \(.*\) Z/s.test(status);
}
