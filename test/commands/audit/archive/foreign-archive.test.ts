import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFile, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { SchemaElement } from "hyparquet";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import { beforeEach, describe, expect, it } from "vitest";
import { readParquet } from "../../../../src/commands/audit/archive/parquet-reader.ts";
import type { Host } from "../../../../src/context.ts";
import { listing } from "../../../helpers/audit-lists.ts";
import { instant } from "../../../helpers/host.ts";
import { type RunOptions, run } from "../../../helpers/run.ts";
import { freshFolder } from "../../../helpers/shared.ts";

let folder: string;
beforeEach(() => {
  folder = freshFolder();
});

/** An entry at noon of each of the last days, newest first. */
const entries = Array.from({ length: 4 }, (_, index) => ({
  id: `a1000000-0000-4000-8000-00000000000${index}`,
  timestamp: new Date(instant - index * 86_400_000).toISOString(),
  action: ["created", "updated", "deleted", "voided"][index],
}));

function place(date = "2026-01-13"): string {
  return join(folder, `date=${date}`, "part-0.parquet");
}

const list = (flags = "", options: RunOptions = {}) =>
  run(`audit list --from ${folder} --all -o ndjson ${flags}`, { signedOut: true, ...options });

async function changeByte(path: string): Promise<void> {
  const bytes = await readFile(path);
  bytes[100] = (bytes[100] ?? 0) ^ 1;
  await writeFile(path, bytes);
}

/** Writes a file of a day into the archive, whose manifest describes it rightly. */
async function plant(bytes: Uint8Array): Promise<void> {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const path = join(folder, "_manifest.json");
  const manifest = JSON.parse(await readFile(path, "utf8"));
  for (const day of manifest.days) {
    if (day.date === "2026-01-13") Object.assign(day.files[0], { bytes: bytes.length, sha256 });
  }
  await writeFile(path, JSON.stringify(manifest));
  await writeFile(place(), bytes);
}

const text = { name: "action", type: "BYTE_ARRAY", converted_type: "UTF8" } as const;
const flag = { name: "user_is_staff", type: "BOOLEAN" } as const;

/** A file with one column, packed in a way of its own. */
async function parquetOf(
  data: readonly (boolean | string | null)[],
  pack = (page: Uint8Array): Uint8Array => gzipSync(page),
  more: Partial<SchemaElement> = {},
): Promise<Uint8Array> {
  const column = typeof data[0] === "boolean" ? flag : text;
  const writer = new ByteWriter();
  const parquet = new ParquetWriter({
    writer,
    schema: [
      { name: "audit_logs", num_children: 1 },
      { ...column, repetition_type: "OPTIONAL", ...more },
    ],
    codec: "GZIP",
    compressors: { GZIP: pack },
  });
  await parquet.write({ columnData: [{ name: column.name, data: [...data] }], rowGroupSize: data.length });
  await parquet.finish();
  return writer.getBytes();
}

async function readAll(bytes: Uint8Array, most?: number): Promise<unknown[]> {
  const file = {
    byteLength: bytes.length,
    slice: (start: number, end?: number) => new Uint8Array(bytes.slice(start, end)).buffer,
  };
  const groups: unknown[] = [];
  const bounds = { look: () => {}, ...(most === undefined ? {} : { most }) };
  for await (const group of readParquet(file, bounds)) groups.push(...group);
  return groups;
}

describe("an archive from elsewhere", () => {
  const other = "is not the file that _manifest.json describes";

  beforeEach(async () => {
    await run(`audit archive ${folder}`, { exchange: listing(entries) });
  });

  it.each([
    ["was replaced by that of another day", () => copyFile(place("2026-01-12"), place()), other],
    ["was changed in one byte", () => changeByte(place()), other],
    ["has another size", () => writeFile(place(), "PAR1"), other],
    ["is gone", () => rm(place()), "is missing"],
    ["is a pipe", () => rm(place()).then(() => void execFileSync("mkfifo", [place()])), other],
  ])("is read up to a file that %s, which is exit 3 and names the day", async (_, change, problem) => {
    await change();
    const { code, stdout, stderr } = await list();
    expect([code, stdout]).toEqual([3, `${JSON.stringify({ ...entries[1], ...rest })}\n`]);
    expect(JSON.parse(stderr.split("\n").at(-2) ?? "").error).toMatchObject({
      message: `the archive's file of 2026-01-13 ${problem}`,
      hint: `remove ${join(folder, "date=2026-01-13")} if it is there; payctl audit archive DIR then fetches that day again`,
    });
    expect((await list("--since 2026-01-14")).code).toBe(0);
  });

  it("ends with 3 at a page that unpacks to more than its header says", async () => {
    await plant(await parquetOf(["x"], (page) => gzipSync(Buffer.concat([page, new Uint8Array(1 << 20)]))));
    const { code, stderr } = await list();
    expect([code, stderr]).toEqual([
      3,
      expect.stringContaining("the archive's file of 2026-01-13 can't be read"),
    ]);
  });

  it("is read no further than to the deadline of the command", async () => {
    let reads = 0;
    const slow = (host: Host): Host => ({ ...host, now: () => instant + 1000 * reads++ });
    const { code, stderr } = await list("--deadline 4s", { alter: slow });
    expect([code, stderr]).toEqual([
      10,
      expect.stringContaining("the deadline passed before all of the archive was read"),
    ]);
  });

  it("is read no further than to Ctrl-C", async () => {
    const stopped = new AbortController();
    const pressed = (host: Host): Host => {
      stopped.abort("SIGINT");
      return { ...host, signal: stopped.signal };
    };
    expect(await list("", { alter: pressed })).toMatchObject({ code: 130, stdout: "" });
  });

  it.each([
    ["audit list --from", "_manifest.json", { signedOut: true }],
    ["audit archive", "_manifest.json", {}],
    ["audit archive", "_pass.json", {}],
  ] as const)("with a pipe keeps %s waiting no longer than the deadline: %s", async (line, name, options) => {
    await rm(join(folder, name), { force: true });
    execFileSync("mkfifo", [join(folder, name)]);
    const atOnce = (host: Host): Host => ({
      ...host,
      later: (_, action) => {
        const timer = setTimeout(action, 1);
        return () => clearTimeout(timer);
      },
    });
    const { code, stderr } = await run(`${line} ${folder} --deadline 1m`, {
      exchange: listing(entries),
      alter: atOnce,
      ...options,
    });
    expect([code, stderr]).toEqual([
      10,
      expect.stringContaining(`the deadline passed before all of ${join(folder, name)} was read`),
    ]);
  });
});

const rest = { merchant_account_id: null, resource: null, user: null };

/** A run of two thousand million equal values. */
const endless = [0xfe, 0xff, 0xff, 0xff, 0x0f, 1];
const packEvil =
  (start: readonly number[]) =>
  (page: Uint8Array): Uint8Array => {
    const evil = new Uint8Array(page.length);
    evil.set([...start, ...endless].slice(0, page.length));
    return gzipSync(evil);
  };
const flags = Array.from({ length: 200 }, (_, index) => index % 3 === 0);
const words = Array.from({ length: 200 }, (_, index) => `word ${index % 3}`);

it("a Parquet file of somebody else is read if it is as payctl writes them", async () => {
  expect(await readAll(await parquetOf(flags))).toMatchObject(
    flags.map((is_staff) => ({ user: { is_staff } })),
  );
  expect(await readAll(await parquetOf(words))).toMatchObject(words.map((action) => ({ action })));
  const gaps = words.map((word, index) => (index % 3 === 0 ? null : word));
  expect(await readAll(await parquetOf(gaps))).toMatchObject(gaps.map((action) => ({ action })));
});

it("a Parquet file of somebody else unpacks no page beyond the size that its header says", async () => {
  const bomb = (page: Uint8Array) => gzipSync(Buffer.concat([page, new Uint8Array(1 << 20)]));
  await expect(readAll(await parquetOf(["x"], bomb))).rejects.toMatchObject({
    code: "ERR_BUFFER_TOO_LARGE",
  });
});

it("a Parquet file of somebody else unpacks to no more than a limit for each row group", async () => {
  const file = await parquetOf(["one", "two"]);
  expect(await readAll(file, 14)).toHaveLength(2);
  await expect(readAll(file, 13)).rejects.toThrow("a row group unpacks to too much");
  const same = await parquetOf(words);
  await expect(readAll(same, 1199)).rejects.toThrow("a row group has too much text");
});

it("a Parquet file of somebody else has no more rows in a group than the writer puts there", async () => {
  const file = await parquetOf(Array.from({ length: 50_001 }, () => "x"));
  await expect(readAll(file)).rejects.toThrow("a row group has too many rows");
});

it.each([
  ["of flags", () => parquetOf(flags, packEvil([0, 0, 0, 0]))],
  // The first page is the dictionary, whose texts the second one names by their places.
  [
    "of places in a dictionary",
    () => {
      let page = 0;
      return parquetOf(words, (bytes) => (page++ === 0 ? gzipSync(bytes) : packEvil([2])(bytes)));
    },
  ],
  [
    "of nulls",
    async () => {
      const bytes = await parquetOf(flags.map((flag, index) => (index % 2 === 1 ? null : flag)));
      const [gzip, levels] = [Buffer.from(bytes).indexOf("1f8b", "hex"), 1 + 200 / 8];
      bytes.set(endless, gzip - levels);
      return bytes;
    },
  ],
])("a Parquet file of somebody else is refused for an endless run %s", async (_, make) => {
  await expect(readAll(await make())).rejects.toThrow("a page is not one that payctl writes");
});

it("a Parquet file of somebody else is refused for a column of lists", async () => {
  const file = await parquetOf(["one"], undefined, { repetition_type: "REQUIRED" });
  await expect(readAll(file)).rejects.toThrow("a column has lists");
});
