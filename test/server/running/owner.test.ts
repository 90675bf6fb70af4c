import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findOwner, removeOwner, writeOwner } from "../../../src/server/running/owner.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "payctl-test-"));
});
afterAll(() => rm(folder, { recursive: true }));

const url = "http://127.0.0.1:4010";

it("a database knows the living process that serves it, until that says it has ended", async () => {
  const database = join(folder, "living.db");
  await writeOwner(database, { pid: process.pid, url });
  expect(await findOwner(database)).toMatchObject({ pid: process.pid, url });
  expect((await stat(`${database}.owner`)).mode & 0o777).toBe(0o600);
  await removeOwner(database);
  await removeOwner(database);
  expect(await findOwner(database)).toBeUndefined();
});

it("a process that has died counts for nothing", async () => {
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "exit");
  const database = join(folder, "dead.db");
  await writeOwner(database, { pid: child.pid ?? 0, url });
  expect(await findOwner(database)).toBeUndefined();
});

it.each(["", "nonsense", "null", '{"pid":"1"}', '{"pid":1}'])("the note %j names no owner", async (text) => {
  const database = join(folder, "odd.db");
  await writeFile(`${database}.owner`, text);
  expect(await findOwner(database)).toBeUndefined();
});

it("a database in memory writes no note", async () => {
  await writeOwner(":memory:", { pid: process.pid, url });
  expect(await findOwner(":memory:")).toBeUndefined();
  await expect(readFile(":memory:.owner")).rejects.toThrow("ENOENT");
});

it("writeOwner does not write through a link in place of the note", async () => {
  const database = join(folder, "linked.db");
  const other = join(folder, "other");
  await writeFile(other, "untouched");
  await symlink(other, `${database}.owner`);
  await writeOwner(database, { pid: process.pid, url });
  expect(await readFile(other, "utf8")).toBe("untouched");
  expect(await findOwner(database)).toMatchObject({ url });
});
