import { readFile } from "node:fs/promises";
import { systemCode } from "../errors.ts";

/**
 * What distinguishes a process from every other that had or will have its number: the boot and the clock tick of its
 * start. Undefined if the system does not report it (Linux does), or if there is no such process.
 */
export async function startOf(pid: number): Promise<string | undefined> {
  try {
    const [boot, stat] = await Promise.all([
      readFile("/proc/sys/kernel/random/boot_id", "utf8"),
      readFile(`/proc/${pid}/stat`, "utf8"),
    ]);
    // The name of the program is in brackets, and may contain spaces and brackets itself (proc(5): field 22).
    const tick = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
    return tick && `${boot.trim()}/${tick}`;
  } catch {
    return undefined;
  }
}

/** Whether a process has this number and has not ended: in a container often nobody reaps a dead orphan. */
export async function isRunning(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  if (/^\d+ \(.*\) Z/s.test(status)) return false;
  try {
    // Signal 0 only checks.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === "EPERM";
  }
}
