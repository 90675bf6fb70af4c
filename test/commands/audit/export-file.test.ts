import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { openExportFile } from "../../../src/commands/audit/export-file.ts";
import { freshFolder } from "../../helpers/shared.ts";

let folder: string;
let out: string;
beforeEach(() => {
  folder = freshFolder();
  out = join(folder, "audit.ndjson");
});

const purpose = { command: "audit export", base_url: null, merchant_account: null, fingerprint: "x" };
const window = { since: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };

/** The places that are noted while a clock goes on by some milliseconds with each page. */
async function notedOf(cursors: readonly (string | null)[], step: number, isFailing = false) {
  let time = 0;
  const file = await openExportFile(out, { purpose, window, now: () => time });
  for (const [index, cursor] of cursors.entries()) {
    time += step;
    await file.append("row\n", { cursor, count: index + 1, undated: 0 });
  }
  if (isFailing) await file.stop(false);
  await file.close();
  const text = await readFile(`${out}.progress`, "utf8").catch(() => "");
  const [, , ...rows] = text.trimEnd().split("\n");
  return rows.map((row) => JSON.parse(row)).map(({ cursor, bytes }) => [cursor, bytes]);
}

it.each<[string, readonly (string | null)[], number, boolean, readonly unknown[]]>([
  ["four times a second, not after every page", ["a", "b", "c", "d", "e"], 100, false, [["c", 12]]],
  [
    "after every page that takes long",
    ["a", "b"],
    250,
    false,
    [
      ["a", 4],
      ["b", 8],
    ],
  ],
  ["when it fails, with the bytes that belong to the place", ["a", "b"], 1, true, [["b", 8]]],
  ["nowhere if nothing could continue", ["a", null], 1, true, []],
])("an export notes where it is %s", async (_, cursors, step, isFailing, expected) => {
  expect(await notedOf(cursors, step, isFailing)).toEqual(expected);
});

it("an export in progress is two files that only their owner may read", async () => {
  await notedOf(["a"], 1);
  for (const name of ["audit.ndjson.part", "audit.ndjson.progress"]) {
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  }
  expect((await readdir(folder)).toSorted()).toEqual(["audit.ndjson.part", "audit.ndjson.progress"]);
});
