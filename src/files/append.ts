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
        // Some network drives can't sync.
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
    await refuseOther(file);
    await replaceFile(file, text, { temporary: `${file}.tmp`, mode: 0o666 });
    return disk.openSync(file, constants.O_WRONLY | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0));
  } catch (cause) {
    throw cause instanceof UsageError ? cause : unwritable(file, cause);
  }
}

/**
 * Refuses what is there and no plain file. The names next to a results file can be guessed, so one of them may be a link
 * to somebody else's file.
 */
export async function refuseOther(file: string): Promise<void> {
  const there = await disk.lstat(file).catch(() => undefined);
  if (there === undefined || there.isFile()) return;
  const what = there.isSymbolicLink() ? "is a link" : "is not a plain file";
  throw new UsageError(`${file} ${what}`, { hint: "name the file itself: --results FILE" });
}

/** For a path that can't take such a file, before anything is sent. */
function unwritable(file: string, cause: unknown): UsageError {
  return new UsageError(`the results file ${file} can't be written${codeInBrackets(cause)}`, {
    cause,
    hint: "choose a file in a folder that you can write to: --results FILE",
  });
}
