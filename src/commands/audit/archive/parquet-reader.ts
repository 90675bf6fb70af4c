import { gunzipSync } from "node:zlib";
import { parquetMetadataAsync, parquetReadObjects, type RowGroup, type SchemaElement } from "hyparquet";
import { entryOf, groupSize } from "./columns.ts";
import type { ByteSource, Look } from "./day-file.ts";
import { checkColumn, type Unpack } from "./parquet-pages.ts";

/** Bytes that a row group may unpack to; the writer ends one at a quarter of that in UTF-16. */
const mostUnpacked = 256 * 1024 * 1024;

interface Bounds {
  readonly look: Look;
  /** Bytes that a row group may unpack to. */
  readonly most?: number;
}

/** The entries of a Parquet file that payctl wrote, in the order of the file, a row group at a time. */
export async function* readParquet(file: ByteSource, bounds: Bounds): AsyncGenerator<readonly unknown[]> {
  const metadata = await parquetMetadataAsync(file);
  if (!metadata.schema.slice(1).every(isPlain)) throw new TypeError("a column has lists");
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    await checkGroup(file, group, bounds);
    const rowEnd = rowStart + Number(group.num_rows);
    const compressors = { GZIP: createUnpack(bounds) };
    const rows = await parquetReadObjects({ file, metadata, rowStart, rowEnd, compressors });
    refuseLong(rows, bounds);
    yield rows.map(entryOf);
    rowStart = rowEnd;
  }
}

function isPlain({ num_children, repetition_type }: SchemaElement): boolean {
  return num_children === undefined && repetition_type === "OPTIONAL";
}

async function checkGroup(file: ByteSource, { columns, num_rows }: RowGroup, bounds: Bounds): Promise<void> {
  if (num_rows > groupSize) throw new RangeError("a row group has too many rows");
  const unpack = createUnpack(bounds);
  for (const { meta_data } of columns) {
    if (meta_data?.codec !== "GZIP") throw new TypeError("a column is not packed by gzip");
    const start = Number(meta_data.dictionary_page_offset || meta_data.data_page_offset);
    const bytes = await file.slice(start, start + Number(meta_data.total_compressed_size));
    checkColumn(new Uint8Array(bytes), { rows: Number(num_rows), unpack });
  }
}

/** A single text of a dictionary can be that of every row. */
function refuseLong(rows: readonly Record<string, unknown>[], { most = mostUnpacked }: Bounds): void {
  let length = 0;
  for (const row of rows) {
    for (const cell of Object.values(row)) if (typeof cell === "string") length += cell.length;
  }
  if (length > most) throw new RangeError("a row group has too much text");
}

/** Unpacks the pages of a row group: each to the size that its header says, and all of them to a limit. */
function createUnpack({ look, most = mostUnpacked }: Bounds): Unpack {
  let left = most;
  return (page, size) => {
    look();
    left -= size;
    if (left < 0) throw new RangeError("a row group unpacks to too much");
    // Copied, because small results of zlib share a buffer.
    return new Uint8Array(gunzipSync(page, { maxOutputLength: Math.max(1, size) }));
  };
}
