import type { PageHeader } from "hyparquet";
import { parquetHeader } from "hyparquet/src/column.js";

/** Unpacks what follows the levels of a page, to a size in bytes. */
export type Unpack = (page: Uint8Array, size: number) => Uint8Array;

interface ColumnBounds {
  /** How many rows the column has. */
  readonly rows: number;
  readonly unpack: Unpack;
}

/**
 * Refuses a column that the writer would not write: hyparquet believes every count of values and every length of a run,
 * so that ten bytes could fill the memory.
 */
export function checkColumn(bytes: Uint8Array, { rows, unpack }: ColumnBounds): void {
  const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length), offset: 0 };
  let left = rows;
  // hyparquet takes a last byte for padding.
  while (reader.offset < bytes.length - 1) {
    const header = parquetHeader(reader);
    const page = bytes.subarray(reader.offset, reader.offset + header.compressed_page_size);
    refuseUnless(header.compressed_page_size >= 0 && page.length === header.compressed_page_size);
    reader.offset += page.length;
    if (header.type === "DICTIONARY_PAGE")
      refuseUnless(isCount(header.dictionary_page_header?.num_values, rows));
    else left -= checkDataPage(page, { header, most: left, unpack });
  }
}

interface DataPage {
  readonly header: PageHeader;
  /** How many values it may have. */
  readonly most: number;
  readonly unpack: Unpack;
}

/** The number of values in a page, nulls included. */
function checkDataPage(page: Uint8Array, { header, most, unpack }: DataPage): number {
  const data = header.type === "DATA_PAGE_V2" ? header.data_page_header_v2 : undefined;
  const { num_values: count = Number.NaN, num_nulls: nulls, encoding } = data ?? {};
  refuseUnless(isCount(count, most) && isCount(nulls, count) && encoding !== undefined);
  const levels = data?.definition_levels_byte_length;
  // A column without lists has no repetition levels, and one bit says whether a value is null.
  refuseUnless(data?.repetition_levels_byte_length === 0 && isCount(levels, page.length));
  checkRuns(page.subarray(0, levels), { width: 1, most: count });
  const start = runsIn[encoding];
  refuseUnless(start !== undefined);
  if (start === 0 || count === nulls) return count;
  const packed = page.subarray(levels);
  const values =
    data?.is_compressed === false ? packed : unpack(packed, header.uncompressed_page_size - levels);
  checkRuns(values.subarray(start), { width: start === 1 ? (values[0] ?? 0) : 1, most: count });
  return count;
}

/** The encodings that the writer uses, and where runs begin in their values; 0 if there are none. */
const runsIn: Readonly<Record<string, number>> = {
  PLAIN: 0,
  DELTA_BINARY_PACKED: 0,
  // After the width of an index.
  RLE_DICTIONARY: 1,
  // After the length of the runs.
  RLE: 4,
};

interface Runs {
  /** Bits of a value. */
  readonly width: number;
  readonly most: number;
}

/** Checks that runs of equal values, or of eight packed ones, are no more than a page has. */
function checkRuns(bytes: Uint8Array, { width, most }: Runs): void {
  for (let offset = 0, seen = 0; seen < most && offset < bytes.length; ) {
    let head = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[offset++] ?? 0;
      head += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) break;
    }
    const half = Math.floor(head / 2);
    const isPacked = head % 2 === 1;
    seen += isPacked ? half * 8 : half;
    offset += isPacked ? half * width : Math.ceil(width / 8);
    // The last eight may be padded.
    refuseUnless(seen < most + 8);
  }
}

function isCount(value: number | undefined, most: number): value is number {
  return value !== undefined && value >= 0 && value <= most;
}

function refuseUnless(isOurs: boolean): asserts isOurs {
  if (!isOurs) throw new RangeError("a page is not one that payctl writes");
}
