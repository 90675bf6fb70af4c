import { ConfigurationError, isError } from "../../../errors.ts";
import { ConflictError } from "../store.ts";

interface Explanation {
  readonly message: string;
  readonly hint: string;
}

/** What to do if this file can't be used. */
export const anotherFile = "use another file: payctl serve --database FILE";

// Whoever starts a server may know which other one has the file; here any process could have it.
const inUse = {
  message: "is in use by another process",
  hint: `stop whatever has it open, or ${anotherFile}`,
};
const damaged = { message: "is damaged", hint: `move it away and start over, or ${anotherFile}` };
const unopenable = {
  message: "can't be opened",
  hint: `check the path and its permissions, or ${anotherFile}`,
};

/** SQLite's primary result codes that a person can do something about (sqlite.org/rescode.html). */
const explanations: Readonly<Record<number, Explanation>> = {
  5: inUse,
  6: inUse,
  8: { message: "can't be written", hint: `check the permissions of it and its folder, or ${anotherFile}` },
  10: { message: "can't be read or written", hint: `check the disk, or ${anotherFile}` },
  11: damaged,
  13: { message: "can't grow, the disk is full", hint: `free some space on the disk, or ${anotherFile}` },
  14: unopenable,
  26: { message: "is not a database, or is damaged", hint: anotherFile },
};

const constraintCode = 19;

/** An error of the driver in words for people; any other error is returned unchanged. */
export function databaseFailure(path: string, error: unknown): unknown {
  const code = primaryCode(error) ?? 0;
  if (code === constraintCode) return new ConflictError(error);
  const explanation = explanations[code];
  return explanation === undefined ? error : explained(path, explanation, error);
}

/** A file whose pages contradict each other. */
export function damagedFile(path: string): ConfigurationError {
  return explained(path, damaged);
}

/** A file that the system does not allow us to create or write. */
export function unopenableFile(path: string, cause: unknown): ConfigurationError {
  return explained(path, unopenable, cause);
}

function primaryCode(error: unknown): number | undefined {
  if (!isError(error) || !("errcode" in error)) return undefined;
  return typeof error.errcode === "number" ? error.errcode & 0xff : undefined;
}

function explained(path: string, { message, hint }: Explanation, cause?: unknown): ConfigurationError {
  return new ConfigurationError(`the database ${path} ${message}`, { hint, cause });
}
