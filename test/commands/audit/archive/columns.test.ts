import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { expect, it } from "vitest";
import { entryOf, rowOf } from "../../../../src/commands/audit/archive/columns.ts";
import { readParquet } from "../../../../src/commands/audit/archive/parquet-reader.ts";
import { createParquetSink } from "../../../../src/commands/audit/archive/parquet-writer.ts";
import { parseJson, stringifyJson } from "../../../../src/values/json.ts";
import { sharedFolder } from "../../../helpers/shared.ts";
import { isThorough, thorough } from "../../../helpers/thorough.ts";

const entry = {
  type: "audit-log",
  id: "a1000000-0000-4000-8000-000000000001",
  merchant_account_id: "default",
  timestamp: "2026-01-15T12:00:00.123Z",
  action: "updated",
  resource: { type: "buyer", id: "b1", name: null },
  user: {
    type: "user",
    id: "c1000000-0000-4000-8000-000000000001",
    name: "Grace Hopper",
    email_address: "grace@shop.example",
    is_staff: false,
    status: "active",
  },
};
const folder = sharedFolder();

async function writeParquet(name: string, entries: readonly unknown[]): Promise<string> {
  const path = join(folder, name);
  const file = await open(path, "w");
  const sink = createParquetSink(async (bytes) => void (await file.writeFile(bytes)));
  for (const each of entries) await sink.add(each);
  await sink.finish();
  await file.close();
  return path;
}

async function readBack(path: string): Promise<readonly unknown[]> {
  const entries: unknown[] = [];
  for await (const group of readParquet(await asyncBufferFromFile(path), { look: () => {} }))
    entries.push(...group);
  return entries;
}

it("the columns of an audit log hold every field of the specification, and the rest as JSON text", () => {
  expect(Object.fromEntries(rowOf(entry))).toEqual({
    id: "a1000000-0000-4000-8000-000000000001",
    timestamp: new Date("2026-01-15T12:00:00.123Z"),
    action: "updated",
    merchant_account_id: "default",
    resource_type: "buyer",
    resource_id: "b1",
    resource_name: null,
    user_id: "c1000000-0000-4000-8000-000000000001",
    user_name: "Grace Hopper",
    user_email_address: "grace@shop.example",
    user_is_staff: false,
    user_status: "active",
    extra: '{"type":"audit-log","user":{"type":"user"}}',
  });
});

it.each([
  ["an id that is no UUID", { id: "log-7" }, "id", null],
  [
    "a UUID in capitals",
    { id: "A1000000-0000-4000-8000-00000000000F" },
    "id",
    "a1000000-0000-4000-8000-00000000000f",
  ],
  ["a time that can't be read", { timestamp: "soon" }, "timestamp", null],
  [
    "a time with microseconds",
    { timestamp: "2026-01-15T12:00:00.123456+01:00" },
    "timestamp",
    new Date("2026-01-15T11:00:00.123Z"),
  ],
  ["a number for a word", { action: 7 }, "action", null],
  ["half of a surrogate pair", { action: "\ud800" }, "action", null],
])("the columns of an audit log keep %s in the column of the rest", (_, change, column, cell) => {
  const odd = { ...entry, ...change };
  const row = Object.fromEntries(rowOf(odd));
  expect(row[column]).toEqual(cell);
  expect(JSON.parse(String(row["extra"]))).toEqual({
    type: "audit-log",
    ...change,
    user: { type: "user" },
  });
  expect(entryOf(row)).toEqual(odd);
});

it.each([
  ["no user", { ...entry, user: null }],
  ["a user that is a word", { ...entry, user: "cron" }],
  ["a resource that is a list", { ...entry, resource: [1, 2] }],
  [
    "fields that the specification does not have",
    { ...entry, ip: "10.0.0.1", user: { ...entry.user, roles: ["a"] } },
  ],
])("the columns of an audit log give back an entry with %s", (_, odd) => {
  expect(entryOf(Object.fromEntries(rowOf(odd)))).toEqual(odd);
});

it.each([[null], ["text"], [7], [[1]]])(
  "the columns of an audit log give back %j, which is not an entry at all",
  (odd) => {
    expect(entryOf(Object.fromEntries(rowOf(odd)))).toEqual(odd);
  },
);

it("the columns of an audit log keep the digits of numbers that a double can't hold", () => {
  const text = '{"amount":12345678901234567890.10}';
  const back = entryOf(Object.fromEntries(rowOf(parseJson(`{"extra_field":${text}}`))));
  expect(stringifyJson(back)).toContain(`"extra_field":${text}`);
});

it("a Parquet file of audit logs gives back whatever JSON an entry holds", async () => {
  const text = fc.oneof(fc.string({ unit: "binary" }), fc.string());
  const value = fc.oneof(text, fc.jsonValue(), fc.constant(undefined));
  const odd = fc.record({
    type: fc.constant("audit-log"),
    id: fc.oneof(fc.uuid(), value),
    timestamp: fc.oneof(
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      value,
    ),
    action: value,
    merchant_account_id: value,
    resource: fc.oneof(fc.record({ type: value, id: value, name: value, more: value }), fc.jsonValue()),
    user: fc.oneof(
      fc.record({ id: fc.uuid(), name: value, is_staff: fc.boolean(), type: value }),
      fc.jsonValue(),
    ),
    more: value,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(odd, { maxLength: 20 }), async (drawn) => {
      // As a service sends them: JSON knows no undefined.
      const entries: unknown[] = JSON.parse(JSON.stringify(drawn));
      const back = await readBack(await writeParquet("any.parquet", entries));
      expect(back.map(withoutNulls)).toEqual(entries.map(withoutNulls));
    }),
    { numRuns: thorough(15, 60) },
  );
});

it.runIf(isThorough)(
  "a Parquet file of audit logs has row groups of 50,000, types that readers know, and the same bytes for the same entries",
  async () => {
    const entries = Array.from({ length: 50_001 }, (_, index) => ({
      ...entry,
      timestamp: new Date(Date.UTC(2026, 0, 15) - index * 1000).toISOString(),
    }));
    const path = await writeParquet("groups.parquet", entries);
    const { metadata } = await describeFile(path);
    expect(metadata.row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([50_000, 1]);
    const types = metadata.schema.map(({ name, logical_type }) => [name, logical_type?.type]);
    expect(types).toContainEqual(["id", "UUID"]);
    expect(types).toContainEqual(["timestamp", "TIMESTAMP"]);
    const again = await writeParquet("again.parquet", entries);
    expect((await readFile(again)).equals(await readFile(path))).toBe(true);
    const back = await readBack(path);
    expect([back.length, back[0], back.at(-1)]).toEqual([50_001, entries[0], entries.at(-1)]);
  },
);

it("a Parquet file of audit logs is a file even without entries", async () => {
  const path = await writeParquet("none.parquet", []);
  const { file } = await describeFile(path);
  expect(await parquetReadObjects({ file })).toEqual([]);
});

async function describeFile(path: string) {
  const bytes = await readFile(path);
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  return { file, metadata: await parquetMetadataAsync(file) };
}

/** A field that is missing comes back as null. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value) || typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).flatMap(([key, each]) => {
    const left = key === "resource" || key === "user" ? withoutNulls(each) : each;
    return left === null || isEmpty(left) ? [] : [[key, left]];
  });
  return Object.fromEntries(fields);
}

function isEmpty(value: unknown): boolean {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
  );
}
