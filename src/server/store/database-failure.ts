import { ConfigurationError } from "../../errors.ts";

interface Explanation {
  readonly message: string;
  readonly hint: string;
}

const otherFile = "Use another file: payctl serve --database FILE";

const inUse = { message: "is in use by another process", hint: "Stop the other server: payctl serve stop" };
const damaged = { message: "is damaged", hint: "Move the file away and start over: payctl serve" };

/** SQLite's primary result codes that a person can do something about (sqlite.org/rescode.html). */
const explanations: Readonly<Record<number, Explanation>> = {
  5: inUse,
  6: inUse,
  8: { message: "can't be written", hint: `Check the permissions of the file and its folder. ${otherFile}` },
  10: { message: "can't be read or written", hint: `Check the disk. ${otherFile}` },
  11: damaged,
  13: { message: "can't grow, the disk is full", hint: `Make room on the disk. ${otherFile}` },
  14: { message: "can't be opened", hint: `Check the path and its permissions. ${otherFile}` },
  26: { message: "is not a database, or is damaged", hint: otherFile },
};

const constraintCode = 19;

/** An error of the driver in words for people; any other error is handed back as it is. */
export function databaseFailure(path: string, error: unknown): unknown {
  const explanation = explanations[primaryCode(error) ?? 0];
  return explanation === undefined ? error : explained(path, explanation, error);
}

/** A file whose pages contradict each other. */
export function damagedFile(path: string): ConfigurationError {
  return explained(path, damaged);
}

/** Whether a row was refused because it, or what it points at, contradicts another. */
export function isConflict(error: unknown): boolean {
  return primaryCode(error) === constraintCode;
}

function primaryCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("errcode" in error)) return undefined;
  return typeof error.errcode === "number" ? error.errcode & 0xff : undefined;
}

function explained(path: string, { message, hint }: Explanation, cause?: unknown): ConfigurationError {
  return new ConfigurationError(`The database ${path} ${message}.`, { hint, cause });
}
