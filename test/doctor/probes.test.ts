import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { filesIn, mode, resolve } from "../../src/open-probes.ts";
import { openFolders } from "../credentials/folder.ts";

const newFolder = openFolders();
const patience = { timeout: 10_000, signal: new AbortController().signal };

it("the mode of files and folders is told, and of nothing nothing", async () => {
  const folder = await newFolder();
  const file = join(folder, "file");
  await writeFile(file, "");
  await chmod(file, 0o640);
  await chmod(folder, 0o711);
  expect([await mode(file), await mode(folder), await mode(join(folder, "none"))]).toEqual([
    0o640,
    0o711,
    undefined,
  ]);
});

it("a folder is listed in order, and a missing one as empty", async () => {
  const folder = await newFolder();
  await mkdir(join(folder, "b"));
  await writeFile(join(folder, "a"), "");
  expect(await filesIn(folder)).toEqual(["a", "b"]);
  expect(await filesIn(join(folder, "none"))).toEqual([]);
});

it("a path that leads through a file is refused", async () => {
  const file = join(await newFolder(), "file");
  await writeFile(file, "");
  const path = join(file, "below");
  await expect(mode(path)).rejects.toMatchObject({ exitCode: 3, message: `${path} can't be inspected` });
  await expect(filesIn(file)).rejects.toMatchObject({ message: `${file} can't be inspected` });
});

it("a name of this machine is resolved", async () => {
  const found = await resolve("localhost", patience);
  expect(found.filter((address) => address !== "127.0.0.1" && address !== "::1")).toEqual([]);
  expect(found.length).toBeGreaterThan(0);
});
