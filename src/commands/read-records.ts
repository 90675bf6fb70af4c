import type { Context } from "../context.ts";
import { formatOf, type RecordFormat, recordFormats } from "../documents/record-formats.ts";
import { readRecords } from "../documents/records.ts";
import { UsageError } from "../errors.ts";
import { suggestField } from "../values/suggest.ts";
import { fileOf, inFile, inputName, readInputFile } from "./read-input-file.ts";

interface RecordsFile {
  readonly path: string;
  readonly asked: RecordFormat | undefined;
  /** The names of fields that a record can have. */
  readonly fields: readonly string[];
  /** Sets of fields; a record needs every field of one of them. */
  readonly required: readonly (readonly string[])[];
}

/**
 * The records of a file, or of standard input for `-`. The content never decides the format: an error page downloaded
 * as a list would be taken for an empty one.
 */
export async function readRecordsFile(context: Context, file: RecordsFile) {
  const { path, asked, fields, required } = file;
  const format = chooseFormat(path, asked);
  const text = await readInputFile(context, path);
  const known = { fields, required, suggest: (name: string) => suggestField(name, fields) };
  const read = await inFile(path, () => readRecords({ text, name: inputName(path), format, known }));
  const named = { file: fileOf(path) };
  return {
    format,
    records: read.records.map((record) => ({ ...record, ...named })),
    problems: read.problems.map((problem) => ({ ...problem, ...named })),
  };
}

function chooseFormat(path: string, asked: RecordFormat | undefined): RecordFormat {
  const named = formatOf(path);
  const format = named ?? asked;
  if (format === undefined) {
    throw new UsageError(`the format of ${inputName(path)} is not known`, {
      hint: `add --format with one of ${recordFormats.join(", ")}`,
    });
  }
  if (asked === undefined || asked === format) return format;
  throw new UsageError(`${path} is ${format} by its ending, not ${asked}`, {
    hint: { text: "rename it, or pipe it in", command: `-f - --format ${asked}` },
  });
}
