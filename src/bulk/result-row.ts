import { type FieldProblem, UsageError } from "../errors.ts";

/** What became of one item; a row of a results file, which may carry further fields behind these. */
export interface ResultRow {
  readonly id: string;
  readonly result: string;
  /** The status of the answer; null where none came. */
  readonly status: number | null;
  readonly error: string | null;
}

export function formatRows(rows: readonly ResultRow[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

/** The rows of a results file, by id; of two for one item the later counts, and a torn last line does not. */
export function parseRows(text: string, file: string): ReadonlyMap<string, ResultRow> {
  const lines = text.split("\n");
  const last = lines.length - 1;
  const rows = new Map<string, ResultRow>();
  const problems: FieldProblem[] = [];
  for (const [index, line] of lines.entries()) {
    const row = parseRow(line);
    if (row !== undefined) rows.set(row.id, row);
    else if (line !== "" && index < last)
      problems.push({ field: `line ${index + 1}`, message: "is no result" });
  }
  if (problems.length === 0) return rows;
  throw new UsageError(`${file} is no results file`, {
    fields: problems,
    hint: "name the file that an earlier run wrote with --results",
  });
}

function parseRow(line: string): ResultRow | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRow(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRow(value: unknown): value is ResultRow {
  if (typeof value !== "object" || value === null || !("id" in value) || !("result" in value)) return false;
  return typeof value.id === "string" && typeof value.result === "string";
}
