import { mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { removeReadyFile, writeReadyFile } from "../../../src/server/running/files.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "payctl-ready-"));
});
afterEach(() => rm(folder, { recursive: true }));

it.skipIf(process.platform === "win32")("writes to a device and leaves it where it is", async () => {
  await writeReadyFile("/dev/null", "ready");
  await removeReadyFile("/dev/null");
  expect(await readFile("/dev/null", "utf8")).toBe("");
});

it.skipIf(process.platform === "win32")("replaces what a link leads to, and keeps the link", async () => {
  await writeFile(join(folder, "real"), "old");
  await symlink(join(folder, "real"), join(folder, "link"));
  await writeReadyFile(join(folder, "link"), "ready");
  expect(await readFile(join(folder, "real"), "utf8")).toBe("ready\n");
  expect(await readlink(join(folder, "link"))).toBe(join(folder, "real"));
  await removeReadyFile(join(folder, "link"));
  expect(await readdir(folder)).toEqual(["link"]);
});
