import { setFlagsFromString } from "node:v8";
import { disk } from "../../../files/disk.ts";
import { parseJson } from "../../../values/json.ts";
import type { Convert } from "../export-file.ts";
import type { ArchiveColumn } from "./columns.ts";
import { createParquetSink } from "./parquet-writer.ts";

export interface ConversionParts {
  /** Ends the work early. */
  readonly signal: AbortSignal;
  /** Called with the number of further rows, now and then. */
  readonly wrote?: (count: number) => Promise<void>;
}

interface ParquetParts extends ConversionParts {
  /** Every column unless given. */
  readonly columns?: readonly ArchiveColumn[] | undefined;
}

const rowsBetweenLooks = 1000;

/** Turns a file of entries, one JSON object a line, into Parquet. */
export function toParquet({ signal, wrote, columns }: ParquetParts): Convert {
  return async (path, write) => {
    // A row group is garbage as soon as it is written; V8 would rather let the heap grow than collect it.
    setFlagsFromString("--optimize-for-size");
    const sink = createParquetSink({ write, columns });
    let count = 0;
    for await (const line of readLines(path)) {
      await sink.add(parseJson(line));
      count += 1;
      if (count % rowsBetweenLooks !== 0) continue;
      signal.throwIfAborted();
      await wrote?.(rowsBetweenLooks);
    }
    await sink.finish();
  };
}

/** The lines of a file; unlike those of `readline`, they end at a line feed alone, since JSON may hold U+2028. */
async function* readLines(path: string): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of disk.createReadStream(path, "utf8")) {
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}
