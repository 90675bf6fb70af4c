import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openProbes } from "../../src/open-probes.ts";
import { openFolders } from "../credentials/folder.ts";

const newFolder = openFolders();
const patience = { timeout: 10_000, signal: new AbortController().signal };

it("tells the mode of files and folders, and of nothing nothing", async () => {
  const folder = await newFolder();
  const file = join(folder, "file");
  await writeFile(file, "");
  await chmod(file, 0o640);
  await chmod(folder, 0o711);
  expect([
    await openProbes.mode(file),
    await openProbes.mode(folder),
    await openProbes.mode(join(folder, "none")),
  ]).toEqual([0o640, 0o711, undefined]);
});

it("lists a folder in order, and none where there is none", async () => {
  const folder = await newFolder();
  await mkdir(join(folder, "b"));
  await writeFile(join(folder, "a"), "");
  expect(await openProbes.filesIn(folder)).toEqual(["a", "b"]);
  expect(await openProbes.filesIn(join(folder, "none"))).toEqual([]);
});

it("refuses a path that leads through a file", async () => {
  const file = join(await newFolder(), "file");
  await writeFile(file, "");
  const path = join(file, "below");
  await expect(openProbes.mode(path)).rejects.toMatchObject({
    exitCode: 3,
    message: `${path} can't be inspected`,
  });
  await expect(openProbes.filesIn(file)).rejects.toMatchObject({ message: `${file} can't be inspected` });
});

it("resolves a name of this machine", async () => {
  const found = await openProbes.resolve("localhost", patience);
  expect(found.filter((address) => address !== "127.0.0.1" && address !== "::1")).toEqual([]);
  expect(found.length).toBeGreaterThan(0);
});
