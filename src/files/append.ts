import { appendFileSync, closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { codeInBrackets, PartialError, UsageError } from "../errors.ts";

/** A file that grows line by line. */
interface AppendFile {
  /** Returns when the system has the text: whatever kills the process then, the text stays. */
  append(text: string): void;
  close(): void;
}

/** Begins a file with a text; what stood there before is gone, all at once. */
export function openAppendFile(file: string, text: string): AppendFile {
  const descriptor = begin(file, text);
  return {
    append(more) {
      try {
        appendFileSync(descriptor, more);
      } catch (cause) {
        throw new PartialError(`the results can't be written to ${file}${codeInBrackets(cause)}`, {
          cause,
          hint: `make room, then go on from what was written: --resume ${file}`,
        });
      }
    },
    close() {
      try {
        fsyncSync(descriptor);
      } catch {
        // A pipe or a device knows no syncing.
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
    throw unwritable(file, cause);
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

/** For a place where no results file can be, before anything is sent. */
export function unwritable(file: string, cause: unknown): UsageError {
  return new UsageError(`the results file ${file} can't be written${codeInBrackets(cause)}`, {
    cause,
    hint: "name a file in a folder that you may write to: --results FILE",
  });
}
