import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
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

it.each(["", "nonsense", "null", '{"pid":"1"}', '{"pid":1}', '{"pid":-1,"url":""}', '{"pid":0,"url":""}'])(
  "the note %j names no owner",
  async (text) => {
    const database = join(folder, "odd.db");
    await writeFile(`${database}.owner`, text);
    expect(await findOwner(database)).toBeUndefined();
  },
);

describe.skipIf(process.platform === "win32")(
  "a note that somebody else may have written names no owner",
  () => {
    let database: string;
    beforeEach(async () => {
      database = join(await mkdtemp(join(folder, "shared-")), "x.db");
      await writeOwner(database, { pid: process.pid, url });
      expect(await findOwner(database)).toMatchObject({ url });
    });

    it.each([0o602, 0o620])("because others may write it: mode %o", async (mode) => {
      await chmod(`${database}.owner`, mode);
      expect(await findOwner(database)).toBeUndefined();
    });

    it.each([0o770, 0o777])("because others may write its folder: mode %o", async (mode) => {
      await chmod(dirname(database), mode);
      expect(await findOwner(database)).toBeUndefined();
      // Here, only the owner of a file may replace it.
      await chmod(dirname(database), mode | 0o1000);
      expect(await findOwner(database)).toMatchObject({ url });
    });

    it.skipIf(process.getuid?.() !== 0).each([".owner", "/.."])(
      "because it, or its folder, belongs to another user: %s",
      async (what) => {
        await chown(what === ".owner" ? `${database}.owner` : dirname(database), 12_345, 12_345);
        expect(await findOwner(database)).toBeUndefined();
      },
    );

    it("because it is a link", async () => {
      await symlink(`${database}.owner`, `${database}2.owner`);
      expect(await findOwner(`${database}2`)).toBeUndefined();
    });

    it("because it names a process that started at another time", async () => {
      const note = JSON.parse(await readFile(`${database}.owner`, "utf8"));
      for (const start of [undefined, "another/1"]) {
        await writeFile(`${database}.owner`, JSON.stringify({ ...note, start }));
        expect(await findOwner(database)).toEqual(note.start === start ? note : undefined);
      }
    });
  },
);

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
