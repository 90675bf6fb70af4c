import { extname } from "node:path";
import { operations } from "../../contract/operations.ts";
import { UsageError } from "../../errors.ts";
import type { Globals } from "../../globals.ts";
import { checkFields, pickFields } from "../../terminal/fields.ts";
import { noPaint } from "../../terminal/paint.ts";
import { openRenderer } from "../../terminal/render/open-renderer.ts";
import type { ListRenderer } from "../../terminal/render/renderer.ts";
import { stringifyJson } from "../../values/json.ts";
import { safeJson } from "../../values/safe-text.ts";
import type { Zone } from "../../values/zone.ts";
import { type ExportFormat, everyField } from "./audit-logs.ts";
import type { ConversionParts, Convert } from "./converting.ts";
import type { Book } from "./workbook.ts";

/** How the complete file is converted to a format that is not written row by row. */
interface Conversion {
  /** More entries than this don't fit. */
  readonly most: number;
  convert(parts: ConversionParts, book: Omit<Book, "fields">): Convert;
}

/** What an export writes, and where to. */
interface ExportChoice {
  readonly out: string;
  readonly format: ExportFormat;
  readonly fields: readonly string[] | undefined;
  readonly conversion: Conversion | undefined;
}

interface Wanted {
  readonly out: string | undefined;
  readonly output: ExportFormat | undefined;
}

/** Reads the flags that describe the file; refuses those that don't apply to a file. */
export async function chooseExport(wanted: Wanted, globals: Globals): Promise<ExportChoice> {
  const { out } = wanted;
  const { fields } = globals;
  if (!out) throw new UsageError("--out is missing", { hint: "payctl audit export --out audit.ndjson" });
  if (out === "-") {
    throw new UsageError("an export goes to a file", { hint: "payctl audit list --all --output ndjson" });
  }
  if (globals.query !== undefined) {
    throw new UsageError("--query needs the whole result, but an export is written as it arrives", {
      hint: "choose fields instead: --fields timestamp,user.name,action",
    });
  }
  if (fields !== undefined) {
    const { fieldNames } = await import("../../contract/fields.ts");
    checkFields(fields, await fieldNames(operations.listAuditLogs));
  }
  const format = wanted.output ?? formatOfPath(out);
  return { out, format, fields, conversion: await conversionTo(format, fields) };
}

/** Rows of a sheet, without its head. */
const rowsOfSheet = 1_048_575;

async function conversionTo(
  format: ExportFormat,
  fields: readonly string[] | undefined,
): Promise<Conversion | undefined> {
  if (format !== "xlsx") return undefined;
  const { toWorkbook } = await import("./workbook.ts");
  const columns = fields ?? everyField;
  return { most: rowsOfSheet, convert: (parts, book) => toWorkbook(parts, { ...book, fields: columns }) };
}

/** The content of a file with another ending would not match its name. */
const formatsByEnding: ReadonlyMap<string, ExportFormat> = new Map([
  [".ndjson", "ndjson"],
  [".jsonl", "ndjson"],
  [".csv", "csv"],
  [".json", "json"],
  [".xlsx", "xlsx"],
]);

function formatOfPath(path: string): ExportFormat {
  const ending = extname(path).toLowerCase();
  // Without a letter it is not an ending but part of the name, such as a date.
  const format = /[a-z]/.test(ending) ? formatsByEnding.get(ending) : "ndjson";
  if (format !== undefined) return format;
  throw new UsageError(`no export format has the ending ${ending}`, {
    hint: `use a name that ends in ${[...formatsByEnding.keys()].join(", ")}, or choose a format: --output csv`,
  });
}

/** Writes entries, or the picked fields of them, as text of a file; only a CSV file has its times in a zone. */
export async function exportRenderer(
  { format, fields }: Pick<ExportChoice, "fields" | "format">,
  zone: Zone | undefined,
): Promise<ListRenderer> {
  const isConverted = format === "xlsx";
  const renderer = await openRenderer(isConverted ? "ndjson" : format, {
    columns: (fields ?? everyField).map((field) => ({ title: field, field })),
    listName: "items",
    stringify: (value, indent) => safeJson(stringifyJson(value, indent)),
    interactive: false,
    width: Number.POSITIVE_INFINITY,
    paint: noPaint,
    zone,
  });
  const list = renderer.list();
  // Columns are picked when the lines are converted.
  if (fields === undefined || isConverted) return list;
  return { ...list, page: (items) => list.page(items.map((item) => pickFields(item, fields))) };
}
