import { setFlagsFromString } from "node:v8";
import { gzipSync } from "node:zlib";
import type { SchemaElement } from "hyparquet";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import { type ConversionParts, type Convert, readEntries } from "../converting.ts";
import type { WriteBytes } from "../growing-file.ts";
import { type ArchiveColumn, archiveColumns, type ColumnValue, groupSize, rowOf } from "./columns.ts";

/** UTF-16 units of text after which a group ends early, so that its reader can bound what it unpacks. */
const groupText = 64 * 1024 * 1024;

type Physical = Uint8Array | bigint | boolean | string | null;

/** Starts a Parquet file of audit logs, whose bytes are written in order; the same entries always give the same bytes. */
export function createParquetSink(write: WriteBytes, columns: readonly ArchiveColumn[] = archiveColumns) {
  const bytes = new ByteWriter();
  const writer = new ParquetWriter({
    writer: bytes,
    schema: [{ name: "audit_logs", num_children: columns.length }, ...columns.map(schemaOf)],
    codec: "GZIP",
    compressors: { GZIP: (page) => gzipSync(page, { level: 9 }) },
    createdBy: "payctl",
  });
  let group = startGroup(columns);
  let text = 0;
  const physicalOf = createPhysicals();
  const drain = async (): Promise<void> => {
    await write(bytes.getBytes());
    bytes.index = 0;
  };
  const flush = async (): Promise<void> => {
    const columnData = columns.map(({ name, kind }, index) => ({
      name,
      data: group[index] ?? [],
      // Identifiers are random, so their minimum and maximum let no query skip anything.
      ...(kind === "uuid" ? { statistics: false } : {}),
      ...(kind === "time" ? { encoding: "DELTA_BINARY_PACKED" as const } : {}),
    }));
    await writer.write({ columnData, rowGroupSize: groupSize });
    group = startGroup(columns);
    text = 0;
    await drain();
  };
  return {
    async add(entry: unknown): Promise<void> {
      const row = rowOf(entry);
      for (const [index, { name, kind }] of columns.entries()) {
        const cell = row.get(name) ?? null;
        if (typeof cell === "string") text += cell.length;
        group[index]?.push(physicalOf(kind, cell));
      }
      if (group[0]?.length === groupSize || text >= groupText) await flush();
    },
    /** Writes the remaining rows and the footer. */
    async finish(): Promise<void> {
      if (group[0]?.length !== 0) await flush();
      await writer.finish();
      await drain();
    },
  };
}

const mostRemembered = 10_000;

/** The value of a cell as the writer takes it with the least memory. */
function physical(kind: ArchiveColumn["kind"], cell: ColumnValue): Physical {
  if (cell instanceof Date) return BigInt(cell.getTime());
  return kind === "uuid" && typeof cell === "string" ? Buffer.from(cell.replaceAll("-", ""), "hex") : cell;
}

/** Equal cells share one value: most columns hold few different ones, fifty thousand times. */
function createPhysicals(): typeof physical {
  const known = new Map<string, Physical>();
  return (kind, cell) => {
    if (typeof cell !== "string") return physical(kind, cell);
    const value = known.get(`${kind}${cell}`) ?? physical(kind, cell);
    if (known.size < mostRemembered) known.set(`${kind}${cell}`, value);
    return value;
  };
}

function startGroup(columns: readonly ArchiveColumn[]): Physical[][] {
  return columns.map(() => []);
}

function schemaOf({ name, kind }: ArchiveColumn): SchemaElement {
  return { name, repetition_type: "OPTIONAL", ...typesByKind[kind] };
}

/** Converted types are for readers that predate logical ones. */
const typesByKind: Readonly<Record<ArchiveColumn["kind"], Omit<SchemaElement, "name">>> = {
  flag: { type: "BOOLEAN" },
  text: { type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } },
  time: {
    type: "INT64",
    converted_type: "TIMESTAMP_MILLIS",
    logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" },
  },
  uuid: { type: "FIXED_LEN_BYTE_ARRAY", type_length: 16, logical_type: { type: "UUID" } },
};

/** Converts a file of entries to Parquet; with every column unless given. */
export function toParquet(parts: ConversionParts, columns?: readonly ArchiveColumn[]): Convert {
  return async (path, write) => {
    // A row group is garbage as soon as it is written, but V8 would rather grow the heap than collect it.
    setFlagsFromString("--optimize-for-size");
    const sink = createParquetSink(write, columns);
    for await (const entry of readEntries(path, parts)) await sink.add(entry);
    await sink.finish();
  };
}
