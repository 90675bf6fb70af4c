import { appendFileSync, closeSync, fsyncSync, openSync, renameSync, writeFileSync } from "node:fs";
import { PartialError, UsageError } from "../errors.ts";

/** A file that grows line by line. */
export interface AppendFile {
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
        throw new PartialError(`the results can't be written to ${file}${codeOf(cause)}`, {
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
    const temporary = `${file}.${process.pid}.tmp`;
    writeFileSync(temporary, text);
    renameSync(temporary, file);
    return openSync(file, "a");
  } catch (cause) {
    throw unwritable(file, cause);
  }
}

/** For a place where no results file can be, before anything is sent. */
export function unwritable(file: string, cause: unknown): UsageError {
  return new UsageError(`the results file ${file} can't be written${codeOf(cause)}`, {
    cause,
    hint: "name a file in a folder that you may write to: --results FILE",
  });
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? ` (${error.code})` : "";
}
