import { type FieldProblem, UsageError } from "../errors.ts";
import { findJson, isRecord } from "../values/record.ts";
import type { KnownFields } from "./field-problems.ts";
import type { InputRecord, ReadRecords } from "./input-record.ts";
import type { RecordFormat } from "./record-formats.ts";

interface RecordsText {
  readonly text: string;
  /** What messages call it. */
  readonly name: string;
  readonly format: RecordFormat;
  /** What the header of a CSV may name; a line with none of these names is not a header. */
  readonly known: KnownFields;
}

/** The entries of a text; throws UsageError for one that is not written in its format, or contains no list. */
export async function readRecords({ text, name, format, known }: RecordsText): Promise<ReadRecords> {
  switch (format) {
    case "csv":
      return (await import("./csv.ts")).readCsv(text, name, known);
    case "ndjson":
      return { records: readNdjson(text, name, await import("../values/json.ts")), problems: [] };
    case "json":
      checkJson(text, name, await import("./yaml.ts"));
      return { records: await readList(text, name), problems: [] };
    case "yaml":
      return { records: await readList(text, name), problems: [] };
  }
}

function readNdjson(
  text: string,
  name: string,
  { repeatsKey }: typeof import("../values/json.ts"),
): readonly InputRecord[] {
  const lines = text
    .split("\n")
    .map((line, index) => ({
      place: `line ${index + 1}`,
      line: index + 1,
      text: line,
      value: findJson(line),
    }))
    .filter((line) => line.text.trim() !== "");
  const fields = lines.flatMap(({ line, place, text, value }): FieldProblem[] => {
    if (!isRecord(value)) return [{ field: place, message: "is not one JSON object", line }];
    // Of two values of one key, the first would be lost.
    return repeatsKey(text) ? [{ field: place, message: "a key is given twice", line }] : [];
  });
  if (fields.length === 0) return lines;
  const isJson = Array.isArray(findJson(text));
  throw new UsageError(
    `${name} is not valid NDJSON`,
    isJson ? { hint: "that is JSON: name the file .json" } : { fields },
  );
}

/** JSON is read as YAML, which knows the line of everything; but not all YAML is JSON. */
function checkJson(text: string, name: string, { parseYaml }: typeof import("./yaml.ts")): void {
  if (findJson(text) !== undefined) return;
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.every((line) => isRecord(findJson(line)))) {
    throw new UsageError(`${name} is not valid JSON: it has one object per line`, {
      hint: "that is NDJSON: name the file .ndjson",
    });
  }
  parseYaml(text, name);
  throw new UsageError(`${name} is not valid JSON`);
}

async function readList(text: string, name: string): Promise<readonly InputRecord[]> {
  const { value, lineOf } = (await import("./yaml.ts")).parseYamlLines(text, name);
  if (!Array.isArray(value)) {
    throw new UsageError(`${name} must contain a list`, {
      hint: "start each entry with - in YAML, or put the entries between [ and ] in JSON",
    });
  }
  // In a single line, the line number says nothing.
  const isLong = text.trim().includes("\n");
  return value.map((item: unknown, index) => ({
    place: `item ${index + 1}`,
    value: item,
    ...(isLong && { lineOf: (path) => lineOf([index, ...path]) }),
  }));
}
