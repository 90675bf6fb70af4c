import { CsvError, parse } from "csv-parse/sync";
import { UsageError } from "../errors.ts";
import type { InputRecord } from "./records.ts";

/** The rows of a CSV with a header; an empty cell is absent, and a row knows its line. */
export function readCsv(text: string, fileName: string): readonly InputRecord[] {
  try {
    const rows: readonly { info: { lines: number }; record: Record<string, string> }[] = parse(text, {
      bom: true,
      columns: true,
      info: true,
      skip_empty_lines: true,
      trim: true,
    });
    return rows.map(({ info, record }) => ({ place: `line ${info.lines}`, value: withoutEmpty(record) }));
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    throw new UsageError(`${fileName} is not valid CSV`, {
      cause,
      fields: [{ field: `line ${cause["lines"] ?? "?"}`, message: "the cells do not match the header" }],
    });
  }
}

function withoutEmpty(record: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(record).filter(([, cell]) => cell !== ""));
}
