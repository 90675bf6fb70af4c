import { appendFileSync, closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
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
    if (text === "") return openSync(file, "w");
    replace(file, text);
    return openSync(file, "a");
  } catch (cause) {
    throw unwritableResults(file, cause);
  }
}

function replace(file: string, text: string): void {
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, text);
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
