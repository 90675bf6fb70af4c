import { UsageError } from "../../errors.ts";
import { disk } from "../../files/disk.ts";
import { parseJson } from "../../values/json.ts";

/** Passes on bytes of a file, in order. */
export type WriteBytes = (bytes: Uint8Array) => Promise<void>;

/** Converts a complete file of entries, one JSON object per line; passes on the bytes of the new one in order. */
export type Convert = (path: string, write: WriteBytes) => Promise<void>;

/** What a conversion knows of its export. */
export interface ConversionParts {
  /** Stops the work early. */
  readonly signal: AbortSignal;
  /** Called from time to time with the number of further rows. */
  readonly wrote?: (count: number) => Promise<void>;
}

const rowsBetweenLooks = 1000;

/** The entries of a file, one after the other. */
export async function* readEntries(
  path: string,
  { signal, wrote }: ConversionParts,
): AsyncGenerator<unknown> {
  let count = 0;
  for await (const line of readLines(path)) {
    yield parseJson(line);
    count += 1;
    if (count % rowsBetweenLooks !== 0) continue;
    signal.throwIfAborted();
    await wrote?.(rowsBetweenLooks);
  }
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
