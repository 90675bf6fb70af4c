import { UsageError } from "../../errors.ts";
import { disk } from "../../files/disk.ts";
import { parseJson } from "../../values/json.ts";
import type { WriteBytes } from "./growing-file.ts";

/** Converts a complete file of entries, one JSON object per line; passes on the bytes of the new one in order. */
export type Convert = (path: string, write: WriteBytes) => Promise<void>;

/** What a conversion knows of its export. */
export interface ConversionParts {
  /** Stops the work early. */
  readonly signal: AbortSignal;
  /** Called from time to time with the number of further rows. */
  readonly wrote?: (count: number) => Promise<void>;
  /** Whether the last line of the file becomes the first row. */
  readonly lastFirst?: boolean | undefined;
}

const rowsBetweenLooks = 1000;

/** The entries of a file, one after the other. */
export async function* readEntries(
  path: string,
  { signal, wrote, lastFirst }: ConversionParts,
): AsyncGenerator<unknown> {
  let count = 0;
  for await (const line of lastFirst ? readLinesBack(path) : readLines(path)) {
    yield parseJson(line);
    count += 1;
    if (count % rowsBetweenLooks !== 0) continue;
    signal.throwIfAborted();
    await wrote?.(rowsBetweenLooks);
  }
}

const pageSize = 100;

/** The same, in pages. */
export async function* readPages(path: string, parts: ConversionParts): AsyncGenerator<readonly unknown[]> {
  let page: unknown[] = [];
  for await (const entry of readEntries(path, parts)) {
    page.push(entry);
    if (page.length < pageSize) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

/** A workbook without some of the entries would look like all of them. */
export function beyondWorkbook(limit: string): UsageError {
  return new UsageError(`a workbook holds at most ${limit}, and this is more`, {
    hint: "choose another format (--out FILE.csv), or a shorter window (--since 30d)",
  });
}

/** The lines of a file; unlike those of `readline`, they end only at a line feed, because JSON may contain U+2028. */
async function* readLines(path: string): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of disk.createReadStream(path, "utf8")) {
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}

const blockSize = 256 * 1024;
const lineFeed = 10;

/** The lines of a file, each of which ends in a line feed, from the last one to the first. */
async function* readLinesBack(path: string): AsyncGenerator<string> {
  const { size } = await disk.stat(path);
  // The end of a line whose start has not been read yet.
  let rest: Uint8Array = new Uint8Array();
  for (let end = size; end > 0; end -= blockSize) {
    const start = Math.max(0, end - blockSize);
    const bytes = Buffer.concat([await readBytes(path, start, end), rest]);
    const firstWhole = start === 0 ? 0 : bytes.indexOf(lineFeed) + 1;
    rest = bytes.subarray(0, firstWhole === 0 ? bytes.length : firstWhole);
    if (start > 0 && firstWhole === 0) continue;
    yield* bytes.subarray(firstWhole).toString("utf8").split("\n").slice(0, -1).reverse();
  }
}

async function readBytes(path: string, start: number, end: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of disk.createReadStream(path, { start, end: end - 1 })) chunks.push(chunk);
  return Buffer.concat(chunks);
}
