import { access, constants, lstat, open, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { PartialError, UsageError } from "../errors.ts";

/**
 * Puts a text in the place of a file, which its owner alone may read: a crash leaves the old file or the new one,
 * never half of one. A temporary file of a fixed name leaves nothing lying about after a kill, and asks for a lock.
 */
export async function replaceFile(path: string, text: string, fixed?: string): Promise<void> {
  const temporary = fixed ?? `${path}.${crypto.randomUUID()}.tmp`;
  try {
    // What a killed process left under a fixed name goes, or a link that somebody else put there.
    if (fixed !== undefined) await rm(fixed, { force: true });
    await writeSynced(temporary, text);
    await rename(temporary, path);
  } catch (error) {
    // Where writing failed, there may be nothing that could be removed.
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

async function writeSynced(path: string, text: string): Promise<void> {
  // Neither through a link nor into a file of somebody else.
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Refuses a path where no file can be replaced, before any work is done: a device or a pipe would be gone afterwards.
 * Resolves to the path itself, or to what it links to.
 */
export async function checkPlace(path: string, flag: string): Promise<string> {
  const hint = `choose a file in a folder that you can write to: ${flag} FILE`;
  if (path === "") throw new UsageError(`${flag} must name a file`, { hint });
  await access(dirname(path), constants.W_OK).catch((cause: unknown) => {
    throw new UsageError(`${path} can't be written`, { cause, hint });
  });
  const there = await stat(path).catch(() => undefined);
  if (there?.isDirectory()) throw new UsageError(`${path} is a folder`, { hint });
  if (there !== undefined && !there.isFile()) {
    throw new UsageError(`${path} is a device or a pipe, not a file`, { hint });
  }
  const isLink = (await lstat(path).catch(() => undefined))?.isSymbolicLink() ?? false;
  if (isLink && there === undefined)
    throw new UsageError(`${path} links to a file that does not exist`, { hint });
  return isLink ? realpath(path) : path;
}

/** Waits for work on a file; errors on the way, such as a full disk, are reported as that file's. */
export async function writing(path: string, work: Promise<unknown>): Promise<void> {
  await work.catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new PartialError(`${path} can't be written: ${reason}`, { cause });
  });
}
