import { ConfigurationError, type Hint, isError } from "../../../errors.ts";
import { ConflictError } from "../records.ts";

/** What to do if this file can't be used, after what else may help. */
export function orAnotherFile(first?: string): Hint {
  const text = "use another file";
  return {
    text: first === undefined ? text : `${first}, or ${text}`,
    command: "payctl serve --database FILE",
  };
}

type Explanation = readonly [message: string, first?: string];

// Whoever starts a server may know which other one has the file; here any process could have it.
const inUse: Explanation = ["is in use by another process", "stop whatever has it open"];
const damaged: Explanation = ["is damaged", "move it away and start over"];
const unopenable: Explanation = ["can't be opened", "check the path and its permissions"];

/** SQLite's primary result codes that a person can do something about (sqlite.org/rescode.html). */
const explanations: Readonly<Record<number, Explanation>> = {
  5: inUse,
  6: inUse,
  8: ["can't be written", "check the permissions of it and its folder"],
  10: ["can't be read or written", "check the disk"],
  11: damaged,
  13: ["can't grow, the disk is full", "free some space on the disk"],
  14: unopenable,
  26: ["is not a database, or is damaged"],
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

function explained(path: string, [message, first]: Explanation, cause?: unknown): ConfigurationError {
  return new ConfigurationError(`the database ${path} ${message}`, { hint: orAnotherFile(first), cause });
}
