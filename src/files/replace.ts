import { constants } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { messageOf, PartialError, PayctlError, systemCode, UsageError } from "../errors.ts";
import { disk } from "./disk.ts";

interface ReplaceOptions {
  /** A temporary path that is always the same leaves no litter after a kill, but needs a lock. */
  readonly temporary?: string;
  /** Only its owner may read the file, unless given. */
  readonly mode?: number;
  /** For files that are worthless after a loss of power: the file is then whole for other processes, and not synced. */
  readonly isPassing?: boolean;
}

/** Replaces a file's content with a text: a crash leaves the old file or the new one, never half of one. */
export async function replaceFile(path: string, text: string, options: ReplaceOptions = {}): Promise<void> {
  const { temporary = `${path}.${crypto.randomUUID()}.tmp` } = options;
  try {
    // Removes what a killed process left under a fixed name, or a link that somebody else put there.
    if (options.temporary !== undefined) await removeIfThere(temporary);
    await writeNew(temporary, text, options);
    await moveIntoPlace(temporary, path);
  } catch (error) {
    // If writing failed, there may be nothing to remove.
    await disk.rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

async function removeIfThere(path: string): Promise<void> {
  try {
    await disk.unlink(path);
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
  }
}

async function writeNew(path: string, text: string, options: ReplaceOptions): Promise<void> {
  const { isPassing = false, mode = 0o600 } = options;
  // Neither through a link nor into somebody else's file.
  const file = await disk.open(path, "wx", mode);
  try {
    await file.writeFile(text);
    if (!isPassing) await file.sync();
  } finally {
    await file.close();
  }
}

/** The end of a temporary path that cannot be guessed. */
const temporaryEnd = /\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.tmp$/;
/** Writing takes milliseconds; a temporary file this old was left behind by a process that was killed. */
const longestWrite = 60_000;

/**
 * Removes what killed processes left in a folder under temporary names that start like this; what can't be removed
 * stays.
 */
export async function sweepTemporaries(folder: string, beginning: string): Promise<void> {
  const names = await disk.readdir(folder).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(beginning) || !temporaryEnd.test(name)) continue;
    const path = join(folder, name);
    const there = await disk.lstat(path).catch(() => undefined);
    if (there === undefined || Date.now() - there.mtimeMs < longestWrite) continue;
    await disk.rm(path, { force: true }).catch(() => undefined);
  }
}

/** What Windows answers while a virus scanner or an indexer has one of the files open, which takes milliseconds. */
const passingCodes: readonly (string | undefined)[] = ["EPERM", "EACCES", "EBUSY"];
/** Milliseconds before each further try: a second and a half in all. */
const pauses: readonly number[] = [10, 20, 40, 80, 150, 300, 400, 500];

/** Renames a complete file to its final path. */
export async function moveIntoPlace(from: string, to: string): Promise<void> {
  for (const pause of pauses) {
    try {
      return await disk.rename(from, to);
    } catch (error) {
      if (disk.platform !== "win32" || !passingCodes.includes(systemCode(error))) throw error;
      await sleep(pause);
    }
  }
  await disk.rename(from, to);
}

/**
 * Refuses a path where a file can't be replaced, before any work is done: a device or a pipe would be gone afterwards.
 * Resolves to the path itself, or to what it links to.
 */
export async function checkPlace(path: string, flag: string): Promise<string> {
  const hint = `choose a file in a folder that you can write to: ${flag} FILE`;
  if (path === "") throw new UsageError(`${flag} must name a file`, { hint });
  const there = await disk.stat(path).catch(() => undefined);
  if (there?.isDirectory()) throw new UsageError(`${path} is a folder`, { hint });
  if (there !== undefined && !there.isFile()) {
    throw new UsageError(`${path} is a device or a pipe, not a file`, { hint });
  }
  try {
    const place = await followLinks(path);
    await disk.access(dirname(place), constants.W_OK);
    await sweepTemporaries(dirname(place), `${basename(place)}.`);
    return place;
  } catch (cause) {
    throw new UsageError(`${path} can't be written`, { cause, hint });
  }
}

/** As many as Linux follows. */
const mostLinks = 40;

/** What a path leads to, whether it exists or not; the path itself if it is not a link. */
export async function followLinks(path: string): Promise<string> {
  let place = path;
  for (let links = 0; links < mostLinks; links += 1) {
    const target = await disk.readlink(place).catch(() => undefined);
    if (target === undefined) return place;
    // The folder of a link may be reached through another one, and what the link says counts from there.
    place = resolve(await disk.realpath(dirname(place)), target);
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
