import { constants } from "node:fs";
import { codeInBrackets, PartialError, UsageError } from "../errors.ts";
import { disk } from "./disk.ts";
import type { HeldLock } from "./lock.ts";
import { replaceFile } from "./replace.ts";

/**
 * A results file, which grows line by line. It starts over with a text, which replaces the old content atomically; every write
 * checks that the file is still ours.
 */
export async function openAppendFile(file: string, text: string, { held }: { readonly held: HeldLock }) {
  held.confirm();
  const descriptor = await begin(file, text);
  const unwritten = (cause: unknown): PartialError =>
    new PartialError(`the results can't be written to ${file}${codeInBrackets(cause)}`, {
      cause,
      hint: `free some space, then resume from what was written: --resume ${file}`,
    });
  return {
    /** Returns once the system has the text, which then survives even if the process is killed. */
    append(more: string): void {
      held.confirm();
      try {
        disk.appendFileSync(descriptor, more);
      } catch (cause) {
        throw unwritten(cause);
      }
    },
    close(): void {
      try {
        disk.fsyncSync(descriptor);
      } catch {
        // A pipe or a device can't be synced.
      }
      try {
        disk.closeSync(descriptor);
      } catch (cause) {
        throw unwritten(cause);
      }
    },
  };
}

async function begin(file: string, text: string): Promise<number> {
  try {
    await refuseLink(file);
    // A pipe or a device is written through.
    if (await isOther(file)) return await openThrough(file);
    await replaceFile(file, text, { temporary: `${file}.tmp`, mode: 0o666 });
    return disk.openSync(file, constants.O_WRONLY | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0));
  } catch (cause) {
    throw cause instanceof UsageError ? cause : unwritable(file, cause);
  }
}

/** A pipe that nobody reads is an error (ENXIO): waiting for its reader would block everything. */
async function openThrough(file: string): Promise<number> {
  if (!(await disk.stat(file)).isFIFO()) return disk.openSync(file, "w");
  const probe = disk.openSync(file, constants.O_WRONLY | (constants.O_NONBLOCK ?? 0));
  try {
    return disk.openSync(file, "w");
  } finally {
    // Not earlier: a reader takes a pipe without a writer as ended.
    disk.closeSync(probe);
  }
}

/** The names next to such a file can be guessed, so one of them may be a link to somebody else's file. */
async function refuseLink(file: string): Promise<void> {
  if (await isOther(file)) return;
  const there = await disk.lstat(file).catch(() => undefined);
  if (!there?.isSymbolicLink()) return;
  throw new UsageError(`${file} is a link`, { hint: "name the file itself: --results FILE" });
}

async function isOther(file: string): Promise<boolean> {
  const there = await disk.stat(file).catch(() => undefined);
  return there !== undefined && !there.isFile();
}

/** For a path that can't take such a file, before anything is sent. */
function unwritable(file: string, cause: unknown): UsageError {
  return new UsageError(`the results file ${file} can't be written${codeInBrackets(cause)}`, {
    cause,
    hint: "choose a file in a folder that you can write to: --results FILE",
  });
}
