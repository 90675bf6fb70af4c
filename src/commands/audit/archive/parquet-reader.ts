import { gunzipSync } from "node:zlib";
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { entryOf } from "./columns.ts";

/** The entries of a Parquet file that payctl wrote, in the order of the file, a row group at a time. */
export async function* readParquet(path: string): AsyncGenerator<readonly unknown[]> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  let rowStart = 0;
  for (const { num_rows } of metadata.row_groups) {
    const rowEnd = rowStart + Number(num_rows);
    const rows = await parquetReadObjects({
      file,
      metadata,
      rowStart,
      rowEnd,
      compressors: { GZIP: gunzip },
    });
    yield rows.map(entryOf);
    rowStart = rowEnd;
  }
}

/** Copied, because small results of zlib share a buffer. */
function gunzip(page: Uint8Array): Uint8Array {
  return new Uint8Array(gunzipSync(page));
}
