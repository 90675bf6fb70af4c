import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findServers, registerServer } from "../../../src/server/running/registry.ts";
import { sharedFolder } from "../../helpers/shared.ts";

const instance = "8c5f5c3a-5d5c-4b3e-9c43-0a4ce0d4a1c6";
const server = createServer((_, response) => {
  response.writeHead(200, { "x-payctl-instance": instance, "x-request-id": "1" }).end();
});
let folder: string;
let url: string;
const home = sharedFolder();

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${Object(server.address()).port}`;
});
beforeEach(async () => {
  folder = join(await mkdtemp(join(home, "home-")), "servers");
});
afterAll(async () => {
  server.close();
});

const noteOf = (database: string, pid = process.pid) => ({ pid, url, instance, database });

/** The only note in the folder. */
async function notePath(): Promise<string> {
  const [name = ""] = await readdir(folder);
  return join(folder, name);
}

it("a server is found from its registration until that is removed, with the folder that was made for it", async () => {
  const registration = await registerServer(folder, { ...noteOf("/shop.db"), log: "/shop.db.log" });
  expect(await findServers(folder)).toEqual([
    {
      ...noteOf("/shop.db"),
      log: "/shop.db.log",
      start: expect.toBeOneOf([undefined, expect.any(String)]),
      answers: true,
    },
  ]);
  expect((await stat(await notePath())).mode & 0o777).toBe(0o600);
  await registration.remove();
  await registration.remove();
  expect(await findServers(folder)).toEqual([]);
  await expect(stat(folder)).rejects.toThrow("ENOENT");
});

it("servers of different files are found side by side even if containers gave them the same process id", async () => {
  const [first] = await Promise.all(
    ["/one.db", "/two.db"].map((path) => registerServer(folder, noteOf(path))),
  );
  const named = async () => (await findServers(folder)).map(({ database }) => database).toSorted();
  expect(await named()).toEqual(["/one.db", "/two.db"]);
  await first?.remove();
  expect(await named()).toEqual(["/two.db"]);
});

it("only the servers that are meant are found", async () => {
  for (const path of ["/one.db", "/two.db"]) await registerServer(folder, noteOf(path));
  const found = await findServers(folder, async ({ database }) => database === "/two.db");
  expect(found.map(({ database }) => database)).toEqual(["/two.db"]);
});

it("a process that has died counts for nothing", async () => {
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "exit");
  await registerServer(folder, noteOf("/shop.db", child.pid));
  expect(await findServers(folder)).toEqual([]);
});

it.each(["", "nonsense", "null", '{"pid":"1"}', { pid: -1 }, { pid: 0 }, { url: undefined }, { log: 1 }])(
  "the note %j names no server",
  async (harm) => {
    await registerServer(folder, noteOf("/shop.db"));
    const path = await notePath();
    const note = JSON.parse(await readFile(path, "utf8"));
    await writeFile(path, typeof harm === "string" ? harm : JSON.stringify({ ...note, ...harm }));
    expect(await findServers(folder)).toEqual([]);
  },
);

describe.skipIf(process.platform === "win32")(
  "a note that somebody else may have written names no server",
  () => {
    let path: string;
    beforeEach(async () => {
      await registerServer(folder, noteOf("/shop.db"));
      expect(await findServers(folder)).toHaveLength(1);
      path = await notePath();
    });

    it.each([0o602, 0o620])("because others may write it: mode %o", async (mode) => {
      await chmod(path, mode);
      expect(await findServers(folder)).toEqual([]);
    });

    it.each([0o770, 0o777])("because others may write its folder: mode %o", async (mode) => {
      await chmod(folder, mode);
      expect(await findServers(folder)).toEqual([]);
      // Here, only the owner of a file may replace it.
      await chmod(folder, mode | 0o1000);
      expect(await findServers(folder)).toHaveLength(1);
    });

    it.skipIf(process.getuid?.() !== 0).each([
      ["it", () => path],
      ["its folder", () => dirname(path)],
    ])("because %s belongs to another user", async (_, place) => {
      await chown(place(), 12_345, 12_345);
      expect(await findServers(folder)).toEqual([]);
    });

    it("because it is a link", async () => {
      const other = join(home, crypto.randomUUID());
      await mkdir(other);
      await symlink(path, join(other, "1.json"));
      expect(await findServers(other)).toEqual([]);
    });

    it("because it names a process that started at another time", async () => {
      const note = JSON.parse(await readFile(path, "utf8"));
      for (const start of [undefined, "another/1"]) {
        await writeFile(path, JSON.stringify({ ...note, start }));
        expect(await findServers(folder)).toHaveLength(note.start === start ? 1 : 0);
      }
    });
  },
);

it("a registration does not write through a link in its place", async () => {
  const registration = await registerServer(folder, noteOf("/shop.db"));
  const path = await notePath();
  const other = join(home, "other");
  await writeFile(other, "untouched");
  await rm(path);
  await symlink(other, path);
  await registerServer(folder, noteOf("/shop.db"));
  expect(await readFile(other, "utf8")).toBe("untouched");
  expect(await findServers(folder)).toHaveLength(1);
  await registration.remove();
});
