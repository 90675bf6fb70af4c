import { readFileSync } from "node:fs";
import { systemCode, UsageError } from "../errors.ts";
import { parseRows, type ResultRow } from "./result-row.ts";

/** What is known of earlier runs over the same items. */
export interface Past {
  readonly rows: ReadonlyMap<string, ResultRow>;
  /** Items that were begun and have no result: the run was ended from outside while they were under way. */
  readonly inDoubt: ReadonlySet<string>;
}

export const noPast: Past = { rows: new Map(), inDoubt: new Set() };

/** Where a run that writes to a results file keeps what is under way; gone when nothing is. */
export function sendingFile(resultsFile: string): string {
  return `${resultsFile}.sending`;
}

/** Reads the results file of an earlier run; one that does not exist yet tells of no run. */
export function readPast(file: string): Past {
  const rows = parseRows(read(file) ?? "", file);
  // An id whose line is torn was not sent: its line would have been whole before.
  const begun = (read(sendingFile(file)) ?? "").split("\n").slice(0, -1);
  return { rows, inDoubt: new Set(begun.filter((id) => !rows.has(id))) };
}

/** Whether a run over this results file was ended from outside. */
export function isUnfinished(file: string): boolean {
  return read(sendingFile(file)) !== undefined;
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    if (systemCode(cause) === "ENOENT") return undefined;
    throw new UsageError(`the results file ${file} can't be read`, {
      cause,
      hint: "check the path and its permissions",
    });
  }
}
