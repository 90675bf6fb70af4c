import {
  appendFileSync,
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { codeInBrackets, PartialError, UsageError } from "../errors.ts";

/** A file that grows line by line. */
interface AppendFile {
  /** Returns once the system has the text: even if the process is killed then, the text survives. */
  append(text: string): void;
  close(): void;
}

/** Starts the file over with a text, replacing the old content atomically. */
export function openAppendFile(file: string, text: string): AppendFile {
  const descriptor = begin(file, text);
  return {
    append(more) {
      try {
        appendFileSync(descriptor, more);
      } catch (cause) {
        throw new PartialError(`the results can't be written to ${file}${codeInBrackets(cause)}`, {
          cause,
          hint: `free some space, then resume from what was written: --resume ${file}`,
        });
      }
    },
    close() {
      try {
        fsyncSync(descriptor);
      } catch {
        // A pipe or a device can't be synced.
      }
      closeSync(descriptor);
    },
  };
}

function begin(file: string, text: string): number {
  try {
    refuseLink(file);
    // A pipe or a device is written through.
    if (isOther(file)) return openSync(file, "w");
    replace(file, text);
    return openSync(file, constants.O_WRONLY | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0));
  } catch (cause) {
    throw cause instanceof UsageError ? cause : unwritableResults(file, cause);
  }
}

/** The names beside a results file can be guessed, so one of them may lead to a file of somebody else. */
function refuseLink(file: string): void {
  if (isOther(file) || !lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  throw new UsageError(`${file} is a link`, { hint: "name the file itself: --results FILE" });
}

function isOther(file: string): boolean {
  const there = statSync(file, { throwIfNoEntry: false });
  return there !== undefined && !there.isFile();
}

function replace(file: string, text: string): void {
  const temporary = `${file}.${crypto.randomUUID()}.tmp`;
  try {
    writeFileSync(temporary, text, { flag: "wx" });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** For a path that can't take a results file, before anything is sent. */
export function unwritableResults(file: string, cause: unknown): UsageError {
  return new UsageError(`the results file ${file} can't be written${codeInBrackets(cause)}`, {
    cause,
    hint: "choose a file in a folder that you can write to: --results FILE",
  });
}
