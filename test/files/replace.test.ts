import { mkdir, readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { disk } from "../../src/files/disk.ts";
import { checkWritable, replaceFile, writing } from "../../src/files/replace.ts";
import { failureOf } from "../credentials/failure.ts";
import { freshFolder } from "../helpers/shared.ts";

let folder: string;
beforeEach(() => {
  folder = freshFolder();
});

it("a replaced file holds the new text alone, which its owner alone may read", async () => {
  const path = join(folder, "file");
  await writeFile(path, "old and longer", { mode: 0o644 });
  await replaceFile(path, "new");
  expect(await readFile(path, "utf8")).toBe("new");
  expect(await readdir(folder)).toEqual(["file"]);
  if (process.platform !== "win32") expect((await stat(path)).mode & 0o777).toBe(0o600);
});

it("a file that can't be replaced fails with the system's error, and leaves nothing behind", async () => {
  await mkdir(join(folder, "place"));
  await expect(replaceFile(join(folder, "place"), "new")).rejects.toMatchObject({ syscall: "rename" });
  await expect(replaceFile(join(folder, "nowhere", "file"), "new")).rejects.toMatchObject({
    code: "ENOENT",
  });
  expect(await readdir(folder)).toEqual(["place"]);
});

it("a file that several replace at once holds the complete text of one writer", async () => {
  const path = join(folder, "file");
  const texts = ["a", "b", "c", "d"].map((letter) => letter.repeat(100_000));
  await Promise.all(texts.map((text) => replaceFile(path, text)));
  expect(texts).toContain(await readFile(path, "utf8"));
  expect(await readdir(folder)).toEqual(["file"]);
});

it("a temporary file that a killed process left goes with the next check of its place; a young one stays", async () => {
  const path = join(folder, "file");
  const old = `${path}.${crypto.randomUUID()}.tmp`;
  const young = `${path}.${crypto.randomUUID()}.tmp`;
  const foreign = `${path}.mine.tmp`;
  for (const name of [old, young, foreign]) await writeFile(name, "half");
  for (const name of [old, foreign]) await utimes(name, 0, 0);
  await checkWritable(path, "--out");
  expect((await readdir(folder)).toSorted()).toEqual(
    [young, foreign].map((name) => basename(name)).toSorted(),
  );
});

it.each([
  ["no name", () => "", "--out must name a file"],
  ["below what is no folder", () => join(folder, "nowhere", "file"), "FOLDER/nowhere/file can't be written"],
  ["a folder", () => folder, "FOLDER is a folder"],
])("a file can't be written to %s", async (_, path, message) => {
  expect(await failureOf(() => checkWritable(path(), "--out"))).toEqual({
    exitCode: 2,
    message: message.replace("FOLDER", folder),
    hint: "choose a file in a folder that you can write to: --out FILE",
  });
});

it("a write that fails midway names the file and the reason", async () => {
  const work = Promise.reject(new Error("ENOSPC: no space left on device, write"));
  expect(await failureOf(() => writing("audit.ndjson", work))).toEqual({
    exitCode: 11,
    message: "audit.ndjson can't be written: ENOSPC: no space left on device, write",
    hint: undefined,
  });
});

describe("replacing a file that a virus scanner has open", () => {
  const { platform, rename } = disk;
  afterEach(() => void Object.assign(disk, { platform, rename }));

  /** Windows, where a rename fails this many times. */
  function scan(code: string, times: number): { tries: number } {
    const seen = { tries: 0 };
    Object.assign(disk, {
      platform: "win32",
      async rename(from: string, to: string) {
        seen.tries += 1;
        if (seen.tries <= times) throw Object.assign(new Error(`${code}: rename`), { code });
        await rename(from, to);
      },
    });
    return seen;
  }

  it.each(["EPERM", "EACCES", "EBUSY"])("tries again while Windows answers %s", async (code) => {
    const seen = scan(code, 3);
    await replaceFile(join(folder, "file"), "new");
    expect([seen.tries, await readFile(join(folder, "file"), "utf8")]).toEqual([4, "new"]);
  });

  it("gives up with the system's error in the end, and leaves nothing behind", async () => {
    const seen = scan("EPERM", Number.POSITIVE_INFINITY);
    await expect(replaceFile(join(folder, "file"), "new")).rejects.toMatchObject({ code: "EPERM" });
    expect([seen.tries, await readdir(folder)]).toEqual([9, []]);
  });
});
