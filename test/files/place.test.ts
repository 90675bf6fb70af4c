import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { checkPlace, writing } from "../../src/files/replace.ts";
import { failureOf } from "../credentials/failure.ts";
import { freshFolder } from "../helpers/shared.ts";

let folder: string;
beforeEach(() => {
  folder = freshFolder();
});

it("a file can be written to a path that is free, or that holds a replaceable file", async () => {
  await writeFile(join(folder, "old"), "");
  await expect(checkPlace(join(folder, "old"), "--out")).resolves.toBe(join(folder, "old"));
  await expect(checkPlace(join(folder, "new"), "--out")).resolves.toBe(join(folder, "new"));
});

it.each([
  ["no name", () => "", "--out must name a file"],
  ["below what is no folder", () => join(folder, "nowhere", "file"), "FOLDER/nowhere/file can't be written"],
  ["a folder", () => folder, "FOLDER is a folder"],
])("a file can't be written to %s", async (_, path, message) => {
  expect(await failureOf(() => checkPlace(path(), "--out"))).toEqual({
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
