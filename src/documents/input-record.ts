import type { FieldProblem } from "../errors.ts";
import type { Problem } from "./field-problems.ts";

/** One entry of a file, and where it is: `line 3` or `item 2`. */
export interface InputRecord {
  readonly place: string;
  readonly value: unknown;
  /** The file that it comes from; undefined for standard input. */
  readonly file?: string | undefined;
  /** The line on which it ends, if `place` says that. */
  readonly line?: number;
  /** The line on which a field starts, if `place` does not say it. */
  lineOf?(path: readonly PropertyKey[]): number | undefined;
}

/** What a file contains, and what is wrong with it besides its entries. */
export interface ReadRecords {
  readonly records: readonly InputRecord[];
  readonly problems: readonly FieldProblem[];
}

/** Where a field of a record is: `line 3.id`, or `item 2.id (line 9)`. */
export function fieldPlace({ place, lineOf }: InputRecord, path: readonly PropertyKey[]): string {
  const name = [place, ...path].join(".");
  const line = lineOf?.(path);
  return line === undefined ? name : `${name} (line ${line})`;
}

/** What is wrong with a field of a record, and where it is. */
export function recordProblem(record: InputRecord, { path, message }: Problem): FieldProblem {
  const line = record.line ?? record.lineOf?.(path);
  const item = { place: record.place, name: path.join(".") };
  return { field: fieldPlace(record, path), message, file: record.file, line, item };
}
