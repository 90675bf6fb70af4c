import { CsvError, parse } from "csv-parse/sync";
import { type FieldProblem, UsageError } from "../errors.ts";
import { type KnownFields, unknownField } from "./field-problems.ts";
import type { ReadRecords } from "./input-record.ts";

interface Row {
  readonly info: { readonly lines: number; readonly columns?: unknown; readonly error?: unknown };
  readonly record: Readonly<Record<string, string>>;
}

/**
 * The rows of a CSV whose header has every required column; an empty cell is absent, and a row knows its line. A column
 * that is not a field is a problem, whatever its cells contain, and is left out of the rows.
 */
export function readCsv(text: string, fileName: string, known: KnownFields): ReadRecords {
  const problems: FieldProblem[] = [];
  let isIncomplete = false;
  const rows = parseRows(text, fileName, (cells) => {
    const header = withoutEmptyEnd(cells);
    checkHeader(header, fileName, known);
    const missing = missingColumns(header, known);
    isIncomplete = missing.length > 0;
    problems.push(...strayColumns(header, known), ...missing);
    return cells.map((name, index) => (index < header.length ? known.fields.includes(name) && name : spare));
  });
  if (isIncomplete) throw invalid(fileName, problems);
  // As when a download was cut off.
  if (rows.length === 0) throw new UsageError(`${fileName} has a header but no rows`);
  const uneven = rows.filter(({ info }) => info.error !== undefined).map(unevenness);
  if (uneven.length > 0) throw invalid(fileName, uneven);
  const records = rows.map(({ info, record }) => ({
    place: lineOf(info),
    line: info.lines,
    value: withoutEmpty(record),
  }));
  const spares = records.filter(({ value }) => Object.hasOwn(value, spare));
  if (spares.length > 0) {
    throw invalid(
      fileName,
      spares.map(({ line, place }) => ({ field: place, message: "a cell has no name in the header", line })),
    );
  }
  return { records, problems };
}

/** The name of columns at the right that have none: spreadsheets write some that are empty to the end. */
const spare = "";

function withoutEmptyEnd(header: readonly string[]): readonly string[] {
  return header.slice(0, header.findLastIndex((name) => name !== "") + 1);
}

/** In many countries spreadsheets use semicolons; no name of a field contains any of these. */
function separatorOf(text: string): string {
  const [header = ""] = text.split("\n", 1);
  return [",", ";", "\t"].find((separator) => header.includes(separator)) ?? ",";
}

/** A column without a name is left out. */
type NameColumns = (header: string[]) => (string | false)[];

function parseRows(text: string, fileName: string, columns: NameColumns): readonly Row[] {
  try {
    return parse(text, {
      bom: true,
      columns,
      delimiter: separatorOf(text),
      info: true,
      // A header that was pasted in may end its line otherwise than the rows do.
      record_delimiter: ["\r\n", "\n", "\r"],
      // Otherwise only the first uneven row would be reported.
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    });
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    const { lines } = cause;
    const field = lineOf({ lines: lines ?? "?" });
    const line = typeof lines === "number" ? lines : undefined;
    throw invalid(fileName, [{ field, message: "a quote is misplaced or not closed", line }]);
  }
}

/** Of two columns with the same name, the first would be lost. */
function checkHeader(header: readonly string[], fileName: string, { fields }: KnownFields): void {
  const isRepeated = header.some((name, index) => name !== "" && header.indexOf(name) !== index);
  if (isRepeated) throw invalid(fileName, [inHeader("two columns have the same name")]);
  if (header.some((name) => fields.includes(name))) return;
  // Its cells may be secrets if the file has no header.
  throw invalid(fileName, [inHeader(`must be a header with names such as ${fields.slice(0, 3).join(", ")}`)]);
}

function strayColumns(header: readonly string[], { fields, suggest }: KnownFields): readonly FieldProblem[] {
  return header.flatMap((name, index) => {
    if (fields.includes(name)) return [];
    if (name === "") return [inHeader(`column ${index + 1} has no name`)];
    return [{ ...unknownField("line 1", name, suggest), line: 1 }];
  });
}

/** The columns without which no row can be right: those of the set that the header comes nearest to. */
function missingColumns(header: readonly string[], { required }: KnownFields): readonly FieldProblem[] {
  const missing = required.map((names) => names.filter((name) => !header.includes(name)));
  const [fewest = []] = missing.toSorted((one, other) => one.length - other.length);
  return fewest.map((name) => inHeader(`the column ${name} is missing`));
}

function inHeader(message: string): FieldProblem {
  return { field: "line 1", message, line: 1 };
}

/** A row whose number of cells differs from the header's. */
function unevenness({ info }: Row): FieldProblem {
  const cells = countOf(info.error instanceof CsvError ? info.error["record"] : undefined);
  const message = `the header has ${countOf(info.columns)} cells, this row ${cells}`;
  const place = lineOf(info);
  return { field: place, message, line: info.lines, item: { place, name: "" } };
}

function countOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}

function invalid(fileName: string, fields: readonly FieldProblem[]): UsageError {
  return new UsageError(`${fileName} is not valid CSV`, { fields });
}

function lineOf({ lines }: { readonly lines: unknown }): string {
  return `line ${lines}`;
}

function withoutEmpty(record: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(record).filter(([, cell]) => cell !== ""));
}
