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
export async function makePassingFolder(kind: string): Promise<string> {
  try {
    return await makeOwn(kind);
  } catch (cause) {
    throw new ConfigurationError(
      `the folder for temporary files ${tmpdir()} can't be used${codeInBrackets(cause)}`,
      {
        hint: { text: "name another one", command: "TMPDIR=/tmp" },
        cause,
      },
    );
  }
}

async function makeOwn(kind: string): Promise<string> {
  const prefix = `payctl-${kind}-${machine}-`;
  for (const name of await readdir(tmpdir())) {
    const [, pid] = (name.startsWith(prefix) && ending.exec(name.slice(prefix.length))) || [];
    if (pid !== undefined && !(await isRunning(Number(pid)))) await removeOwn(join(tmpdir(), name));
  }
  return mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
}

/** What mkdtemp did not make for this user is somebody else's. */
async function removeOwn(path: string): Promise<void> {
  const there = await lstat(path).catch(() => undefined);
  const isPrivate = process.getuid === undefined || (there && (there.mode & 0o777) === 0o700);
  if (!there?.isDirectory() || !isPrivate || there.uid !== (process.getuid?.() ?? there.uid)) return;
  await rm(path, { recursive: true, force: true }).catch(() => {});
}
