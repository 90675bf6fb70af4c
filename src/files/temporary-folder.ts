import { lstat, mkdtemp, readdir, rm } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { ConfigurationError, codeInBrackets } from "../errors.ts";
import { isRunning } from "./process.ts";

/** A process's number means something only on its own machine, and containers may share a folder. */
const machine = hostname().replace(/[^\w.]/g, "_");

/** What follows is the number of a process, and what makes the name unique. */
const ending = /^(\d+)-\w{6}$/;

/**
 * Makes a temporary folder for this process alone; removes those of the same kind that processes left which were
 * killed.
 */
export async function makeTemporaryFolder(kind: string): Promise<string> {
  const prefix = `payctl-${kind}-${machine}-`;
  try {
    for (const name of await readdir(tmpdir())) {
      const [, pid] = (name.startsWith(prefix) && ending.exec(name.slice(prefix.length))) || [];
      if (pid !== undefined && !(await isRunning(Number(pid)))) await removeOwn(join(tmpdir(), name));
    }
    return await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  } catch (cause) {
    const problem = `the folder for temporary files ${tmpdir()} can't be used${codeInBrackets(cause)}`;
    const hint = { text: "name another one", command: "TMPDIR=/tmp" };
    throw new ConfigurationError(problem, { hint, cause });
  }
}

/** What mkdtemp did not make for this user is somebody else's. */
async function removeOwn(path: string): Promise<void> {
  const stats = await lstat(path).catch(() => undefined);
  const ours = process.getuid?.() ?? stats?.uid;
  const isPrivate = process.getuid === undefined || (stats && (stats.mode & 0o777) === 0o700);
  if (!stats?.isDirectory() || !isPrivate || stats.uid !== ours) return;
  await rm(path, { recursive: true, force: true }).catch(() => {});
}
