import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { replaceFile } from "../../src/files/replace.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "payctl-replace-"));
});
afterEach(() => rm(folder, { recursive: true }));

describe("replacing a file", () => {
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

  it("a temporary file with a fixed name takes over what a killed writer left there", async () => {
    const path = join(folder, "file");
    await writeFile(`${path}.tmp`, "half of a longer te");
    await replaceFile(path, "whole", `${path}.tmp`);
    expect(await readFile(path, "utf8")).toBe("whole");
    expect(await readdir(folder)).toEqual(["file"]);
  });
});
