import { ApiError, type PayctlError } from "../errors.ts";
import { problemAt, type SentList } from "./name-problems.ts";
import type { ResultRow } from "./result-row.ts";

/** The row of an item whose work failed, or by another word for what that means. */
export function failedRow(id: string, error: PayctlError, result = "failed"): ResultRow {
  const status = error instanceof ApiError ? error.status : null;
  return { id, result, status, error: errorWords(error) };
}

/** A row for each item of a list that was sent in one request, with what the refusal says of that very item. */
export function failedRows(sent: SentList, error: PayctlError, result?: string): readonly ResultRow[] {
  return sent.names.map((name, place) => {
    const row = failedRow(name, error, result);
    return { ...row, error: problemAt(error, sent.list, place) ?? row.error };
  });
}

/** An item that was not tried. */
export function skippedRow(id: string): ResultRow {
  return { id, result: "skipped", status: null, error: null };
}

/** The sentence of an error, and what it says of single fields. */
function errorWords({ message, fields }: PayctlError): string {
  return [message, ...fields.map((problem) => `${problem.field}: ${problem.message}`)].join("; ");
}
