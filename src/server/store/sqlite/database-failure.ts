import { ConfigurationError, type Hint, isError } from "../../../errors.ts";
import { ConflictError } from "../store.ts";

interface Explanation {
  readonly message: string;
  readonly hint: Hint;
}

/** What to do if this file can't be used, after what else may help. */
export function orAnotherFile(first?: string): Hint {
  const text = "use another file";
  return {
    text: first === undefined ? text : `${first}, or ${text}`,
    command: "payctl serve --database FILE",
  };
}

// Whoever starts a server may know which other one has the file; here any process could have it.
const inUse = {
  message: "is in use by another process",
  hint: orAnotherFile("stop whatever has it open"),
};
const damaged = { message: "is damaged", hint: orAnotherFile("move it away and start over") };
const unopenable = {
  message: "can't be opened",
  hint: orAnotherFile("check the path and its permissions"),
};

/** SQLite's primary result codes that a person can do something about (sqlite.org/rescode.html). */
const explanations: Readonly<Record<number, Explanation>> = {
  5: inUse,
  6: inUse,
  8: { message: "can't be written", hint: orAnotherFile("check the permissions of it and its folder") },
  10: { message: "can't be read or written", hint: orAnotherFile("check the disk") },
  11: damaged,
  13: { message: "can't grow, the disk is full", hint: orAnotherFile("free some space on the disk") },
  14: unopenable,
  26: { message: "is not a database, or is damaged", hint: orAnotherFile() },
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
