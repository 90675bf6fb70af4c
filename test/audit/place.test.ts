import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkPlace, replaceFile } from "../../src/audit/place.ts";
import { PartialError, UsageError } from "../../src/errors.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "payctl-place-"));
});
afterEach(() => rm(folder, { recursive: true }));

describe("a place for a file", () => {
  it("is one that is free, or where a file is that may go", async () => {
    await writeFile(join(folder, "old"), "");
    await expect(checkPlace(join(folder, "old"), "--out")).resolves.toBeUndefined();
    await expect(checkPlace(join(folder, "new"), "--out")).resolves.toBeUndefined();
  });

  it.each(["", "nowhere/file", "."])("is not %j", async (name) => {
    const path = name === "" ? "" : join(folder, name);
    await expect(checkPlace(path, "--out")).rejects.toThrow(UsageError);
  });
});

describe("replacing a file", () => {
  it("leaves the new text alone", async () => {
    await writeFile(join(folder, "file"), "old and longer");
    await replaceFile(join(folder, "file"), "new");
    expect(await readFile(join(folder, "file"), "utf8")).toBe("new");
    expect(await readdir(folder)).toEqual(["file"]);
  });

  it("that can't be replaced says so and leaves nothing behind", async () => {
    const path = join(folder, "..", "file\u0000");
    await expect(replaceFile(path, "new")).rejects.toThrow(PartialError);
    await expect(replaceFile(folder, "new")).rejects.toThrow(`${folder} can't be written: `);
    expect(await readdir(folder)).toEqual([]);
  });
});
