import { constants } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { messageOf, PartialError, PayctlError, systemCode, UsageError } from "../errors.ts";
import { disk } from "./disk.ts";

/**
 * Replaces a file's content with a text: a crash leaves the old file or the new one, never half of one. Only its owner
 * may read it, unless a mode is given.
 */
export async function replaceFile(path: string, text: string, { mode = 0o600 } = {}): Promise<void> {
  const temporary = `${path}.${crypto.randomUUID()}.tmp`;
  try {
    const file = await disk.open(temporary, "wx", mode);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await moveIntoPlace(temporary, path);
  } catch (error) {
    await disk.rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}

/** The end of a temporary path that cannot be guessed. */
const temporaryEnd = /\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.tmp$/;
/** Writing takes milliseconds; a temporary file this old was left behind by a process that was killed. */
const longestWrite = 60_000;

/** Removes what killed processes left in a folder under temporary names that start like this, as far as it can. */
export async function sweepTemporaries(folder: string, beginning: string): Promise<void> {
  const names = await disk.readdir(folder).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(beginning) || !temporaryEnd.test(name)) continue;
    const path = join(folder, name);
    const stats = await disk.lstat(path).catch(() => undefined);
    if (stats === undefined || Date.now() - stats.mtimeMs < longestWrite) continue;
    await disk.rm(path, { force: true }).catch(() => {});
  }
}

/** What Windows answers while a virus scanner or an indexer has one of the files open, which takes milliseconds. */
const scannerCodes: readonly (string | undefined)[] = ["EPERM", "EACCES", "EBUSY"];
/** Milliseconds before each further try: a second and a half in all. */
const pauses: readonly number[] = [10, 20, 40, 80, 150, 300, 400, 500];

/** Renames a complete file to its final path. */
export async function moveIntoPlace(from: string, to: string): Promise<void> {
  for (const pause of pauses) {
    try {
      return await disk.rename(from, to);
    } catch (error) {
      if (disk.platform !== "win32" || !scannerCodes.includes(systemCode(error))) throw error;
      await sleep(pause);
    }
  }
  await disk.rename(from, to);
}

/**
 * Refuses a path where a file can't be replaced, before any work is done: a device or a pipe would be gone afterwards.
 * Resolves to the path itself, or to what it links to.
 */
export async function checkWritable(path: string, flag: string): Promise<string> {
  const hint = `choose a file in a folder that you can write to: ${flag} FILE`;
  if (path === "") throw new UsageError(`${flag} must name a file`, { hint });
  const stats = await disk.stat(path).catch(() => undefined);
  if (stats?.isDirectory()) throw new UsageError(`${path} is a folder`, { hint });
  if (stats !== undefined && !stats.isFile()) {
    throw new UsageError(`${path} is a device or a pipe, not a file`, { hint });
  }
  try {
    const target = await followLinks(path);
    await disk.access(dirname(target), constants.W_OK);
    await sweepTemporaries(dirname(target), `${basename(target)}.`);
    return target;
  } catch (cause) {
    throw new UsageError(`${path} can't be written`, { cause, hint });
  }
}

/** As many as Linux follows. */
const mostLinks = 40;

/** What a path leads to, whether it exists or not; the path itself if it is not a link. */
export async function followLinks(path: string): Promise<string> {
  let target = path;
  for (let links = 0; links < mostLinks; links += 1) {
    const next = await disk.readlink(target).catch(() => undefined);
    if (next === undefined) return target;
    // The folder of a link may be reached through another one, and what the link says counts from there.
    target = resolve(await disk.realpath(dirname(target)), next);
  }
  throw Object.assign(new Error(`too many links: ${path}`), { code: "ELOOP" });
}

/**
 * Waits for work on a file; errors of the system on the way, such as a full disk, are reported as errors of that file.
 */
export async function writing<Value>(path: string, work: Promise<Value>, hint?: string): Promise<Value> {
  return work.catch((cause: unknown) => {
    if (cause instanceof PayctlError) throw cause;
    throw new PartialError(`${path} can't be written: ${messageOf(cause)}`, { cause, hint });
  });
}
