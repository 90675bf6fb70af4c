import { constants } from "node:fs";
import { codeInBrackets, PartialError, UsageError } from "../errors.ts";
import { disk } from "./disk.ts";
import type { HeldLock } from "./lock.ts";
import { replaceFile } from "./replace.ts";

/** How a file that grows is named in errors, and who may read it. */
export interface AppendKind {
  readonly name: string;
  /** The option that names such a file. */
  readonly flag: string;
  /** What somebody does once there is space again. */
  goOn(file: string): string;
  readonly mode: number;
}

const results: AppendKind = {
  name: "results",
  flag: "--results",
  goOn: (file) => `resume from what was written: --resume ${file}`,
  mode: 0o666,
};

interface AppendOptions {
  readonly held: HeldLock;
  readonly kind?: AppendKind;
}

/**
 * A file that grows line by line. It starts over with a text, which replaces the old content atomically; every write
 * checks that the file is still ours.
 */
export async function openAppendFile(file: string, text: string, { held, kind = results }: AppendOptions) {
  held.confirm();
  const descriptor = await begin(file, text, kind);
  const unwritten = (cause: unknown): PartialError =>
    new PartialError(`the ${kind.name} can't be written to ${file}${codeInBrackets(cause)}`, {
      cause,
      hint: `free some space, then ${kind.goOn(file)}`,
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

async function begin(file: string, text: string, kind: AppendKind): Promise<number> {
  try {
    await refuseLink(file, kind);
    // A pipe or a device is written through.
    if (await isOther(file)) return await openThrough(file);
    await replaceFile(file, text, { temporary: `${file}.tmp`, mode: kind.mode });
    return disk.openSync(file, constants.O_WRONLY | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0));
  } catch (cause) {
    throw cause instanceof UsageError ? cause : unwritable(file, kind, cause);
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
async function refuseLink(file: string, { flag }: AppendKind): Promise<void> {
  if (await isOther(file)) return;
  const there = await disk.lstat(file).catch(() => undefined);
  if (!there?.isSymbolicLink()) return;
  throw new UsageError(`${file} is a link`, { hint: `name the file itself: ${flag} FILE` });
}

async function isOther(file: string): Promise<boolean> {
  const there = await disk.stat(file).catch(() => undefined);
  return there !== undefined && !there.isFile();
}

/** For a path that can't take such a file, before anything is sent. */
function unwritable(file: string, { flag, name }: AppendKind, cause: unknown): UsageError {
  return new UsageError(`the ${name} file ${file} can't be written${codeInBrackets(cause)}`, {
    cause,
    hint: `choose a file in a folder that you can write to: ${flag} FILE`,
  });
}
