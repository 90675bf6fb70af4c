import { strFromU8, strToU8, unzipSync, Zip, ZipDeflate } from "fflate";
import { type CellStyle, colToLetter, type WriteSheet, writeXlsx } from "hucre/xlsx";
import { UsageError } from "../../errors.ts";
import { disk } from "../../files/disk.ts";
import { readField } from "../../terminal/fields.ts";
import { isTimeField, rawText } from "../../terminal/render/cell.ts";
import { parseJson, stringifyJson } from "../../values/json.ts";
import { safeCell } from "../../values/safe-text.ts";
import { grouped } from "../../values/text.ts";
import { readTime } from "../../values/time.ts";
import { wallTimeIn, type Zone } from "../../values/zone.ts";

/** What a workbook is about. */
interface Book {
  /** The columns, as `--fields` names them. */
  readonly fields: readonly string[];
  /** How many entries there are. */
  readonly count: number;
  /** What the second sheet says. */
  readonly about: readonly (readonly string[])[];
  readonly zone: Zone;
  readonly madeAt: Date;
}

/** Rows of a sheet, without its head. */
const mostRows = 1_048_575;

export function refuseBeyond(rows: number): void {
  if (rows > mostRows) throw beyondWorkbook(`${grouped(mostRows)} entries`);
}

/** A workbook without some of the entries would look like all of them. */
function beyondWorkbook(limit: string): UsageError {
  return new UsageError(`a workbook holds at most ${limit}, and this is more`, {
    hint: "choose another format (--out FILE.csv), or a shorter window (--since 30d)",
  });
}

/** The bytes of a workbook from a file of entries: a sheet with a row for each, and one that says what they are. */
export async function* toWorkbook(path: string, book: Book, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const { before, after, files, styles } = await emptyWorkbook(book);
  async function* entries() {
    yield before;
    yield* rowsOf(path, { ...book, styles, signal });
    yield after;
  }
  const texts = Object.entries(files).map(
    ([name, content]) => [name, name === entriesSheet ? entries() : [strFromU8(content)]] as const,
  );
  yield* zipped(texts, book.madeAt);
}

const entriesSheet = "xl/worksheets/sheet1.xml";
const font = { name: "Calibri", size: 11 };
/** Text stays as it was written even when somebody edits the cell: `007` is no number, and `=1+1` no formula. */
const asText: CellStyle = { numFmt: "@", font };
const asTime: CellStyle = { numFmt: "yyyy-mm-dd hh:mm:ss.000", font };
const asHead: CellStyle = { numFmt: "@", font: { ...font, bold: true } };

/** Characters that fit what such fields usually hold, and the title with the button of the filter. */
function widthOf(field: string, title: string): number {
  if (/(?:^|\.)id$/.test(field)) return 38;
  return Math.max(/(?:address|name)$/.test(field) ? 30 : 20, title.length + 5);
}

/**
 * The library keeps every row in memory until the end, which takes gigabytes for a full sheet. So it makes a workbook
 * whose second row only has the style of each column, and the entries are written in the place of that row.
 */
async function emptyWorkbook({ fields, count, about: rows, zone, madeAt }: Book) {
  const area = `A1:${colToLetter(fields.length - 1)}`;
  const columns = fields.map((field) => {
    const isTime = isTimeField(field);
    const title = isTime ? `${field} (${zone.name})` : field;
    return { title, style: isTime ? asTime : asText, width: widthOf(field, title) };
  });
  const cells = columns.flatMap(({ title, style }, column) => [
    [`0,${column}`, { value: title, style: asHead }] as const,
    [`1,${column}`, { style }] as const,
  ]);
  const entries: WriteSheet = {
    name: "Entries",
    columns: columns.map(({ width }) => ({ width })),
    cells: new Map(cells),
    freezePane: { rows: 1 },
    autoFilter: { range: `${area}2` },
  };
  const about: WriteSheet = {
    name: "About",
    columns: [
      { width: 24, style: asHead },
      { width: 90, style: { ...asText, alignment: { wrapText: true, vertical: "top" } } },
    ],
    rows: rows.map((row) => row.map((text) => asNumbers(safeCell(text)))),
  };
  const properties = { creator: "payctl", created: madeAt, modified: madeAt };
  const parts = { sheets: [entries, about], properties, namedRanges: [filterOf(fields.length, count)] };
  const files = unzipSync(await writeXlsx({ ...parts, stringMode: "inline" }));
  const sheet = strFromU8(files[entriesSheet] ?? new Uint8Array());
  const [before = "", row = "", after = ""] = sheet.split(/(?=<row r="2">)|(?<=<\/row>)(?=<\/sheetData>)/);
  const whole = (xml: string): string => xml.replaceAll(`"${area}2"`, `"${area}${count + 1}"`);
  const styles = Array.from(row.matchAll(/ s="(\d+)"/g), ([, style = ""]) => style);
  return { files, before: whole(before), after: whole(after), styles };
}

/** LibreOffice knows by this name what the filter of a sheet is over. */
function filterOf(columns: number, count: number) {
  const range = `Entries!$A$1:$${colToLetter(columns - 1)}$${count + 1}`;
  return { name: "_xlnm._FilterDatabase", range, scope: "Entries" };
}

interface Rows extends Pick<Book, "fields" | "zone"> {
  /** Of the columns. */
  readonly styles: readonly string[];
  /** Stops the work early. */
  readonly signal: AbortSignal;
}

/** The rows of a file with one JSON object a line; a line ends only at a line feed, because JSON may contain U+2028. */
async function* rowsOf(path: string, { fields, zone, styles, signal }: Rows): AsyncGenerator<string> {
  const columns = fields.map((field, index) => ({
    field,
    letter: colToLetter(index),
    style: styles[index] ?? "0",
  }));
  let row = 1;
  const rowXml = (line: string): string => {
    const entry = parseJson(line);
    row += 1;
    const cells = columns.map(({ field, letter, style }) => {
      const value = readField(entry, field);
      const days = isTimeField(field) ? daysOf(value, zone) : undefined;
      const address = `r="${letter}${row}"`;
      return days === undefined
        ? cellXml(value, { address, style })
        : `<c ${address} s="${style}"><v>${days}</v></c>`;
    });
    return `<row r="${row}">${cells.join("")}</row>`;
  };
  let rest = "";
  for await (const chunk of disk.createReadStream(path, "utf8")) {
    signal.throwIfAborted();
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop() ?? "";
    yield lines.map(rowXml).join("");
  }
}

function cellXml(value: unknown, { address, style }: { address: string; style: string }): string {
  // A boolean in a column of text would be shown as 0 or 1.
  if (typeof value === "boolean") return `<c ${address} t="b"><v>${value ? 1 : 0}</v></c>`;
  const text = rawText(value, stringifyJson);
  if (text === "") return "";
  return `<c ${address} s="${style}" t="inlineStr"><is><t xml:space="preserve">${textXml(text)}</t></is></c>`;
}

/** Days since the end of 1899, which is how a spreadsheet counts; it miscounts before March 1900. */
const epoch = 25_569;
const dayLength = 86_400_000;
const [firstDay, lastDay] = [61, 2_958_466];

/** What the clocks of a zone showed; undefined for what is no time that a spreadsheet knows. */
function daysOf(value: unknown, zone: Zone): number | undefined {
  const time = typeof value === "string" ? readTime(value) : Number.NaN;
  const days = epoch + wallTimeIn(zone, time) / dayLength;
  return days >= firstDay && days < lastDay ? days : undefined;
}

/** More than this, and Excel calls the file damaged. */
const longestText = 32_767;

function textXml(text: string): string {
  const shown = safeCell(text);
  const fitting = shown.length > longestText ? `${shown.slice(0, longestText - 1)}\u2026` : shown;
  return asNumbers(fitting)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("\r", "_x000D_");
}

/** A spreadsheet reads `_xFFFF_` as the character of that number, which is how it takes those that XML can't hold. */
function asNumbers(text: string): string {
  return text
    .replaceAll(/_(?=x[0-9a-f]{4}_)/gi, "_x005F_")
    .replaceAll("\ufffe", "_xFFFE_")
    .replaceAll("\uffff", "_xFFFF_");
}

/** From here on sizes do not fit the headers of a plain archive. */
const mostBytes = 0xffff_ffff;

/** An archive whose bytes come as its files are written, one after the other. */
async function* zipped(
  files: Iterable<readonly [name: string, texts: AsyncIterable<string> | Iterable<string>]>,
  mtime: Date,
): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error;
    ready.push(chunk);
  });
  let written = 0;
  for (const [name, texts] of files) {
    const file = new ZipDeflate(name, { level: 6 });
    file.mtime = mtime;
    zip.add(file);
    for await (const text of texts) {
      const bytes = strToU8(text);
      written += bytes.length;
      if (written > mostBytes) throw beyondWorkbook("4 GiB of text");
      file.push(bytes);
      yield* ready.splice(0);
    }
    file.push(new Uint8Array(), true);
  }
  zip.end();
  yield* ready;
}
