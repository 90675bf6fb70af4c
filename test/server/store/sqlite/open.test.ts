import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { applySeed } from "../../../../src/server/seed/apply.ts";
import { openDatabase } from "../../../../src/server/store/sqlite/database.ts";
import { migrate } from "../../../../src/server/store/sqlite/migrations.ts";
import { freshPath, id, made, openTestFile } from "../stores.ts";

const account = { id: "second", display_name: "Second" };

/** A database file with the given content in a folder of its own. */
async function scriptedFile(sql: string): Promise<string> {
  const path = freshPath();
  mkdirSync(dirname(path));
  const database = await openDatabase(path);
  database.exec(sql);
  database.close();
  return path;
}

function asFile(content: string): string {
  const path = freshPath();
  mkdirSync(dirname(path));
  writeFileSync(path, content);
  return path;
}

test("data and secret are back when the file is reopened", async () => {
  const path = freshPath();
  const first = await openTestFile(path);
  await first.write((resources) => resources.merchantAccounts.insert(account, made));
  await first.close();
  const second = await openTestFile(path);
  expect(await second.read((resources) => resources.merchantAccounts.exists("second"))).toBe(true);
  expect(second.secret).toEqual(Buffer.alloc(32, 7));
});

test("an answered change is on disk before the store is closed", async () => {
  const path = freshPath();
  const store = await openTestFile(path);
  await store.write((resources) => resources.merchantAccounts.insert(account, made));
  const copy = freshPath();
  cpSync(dirname(path), dirname(copy), { recursive: true });
  const other = await openTestFile(copy);
  expect(await other.read((resources) => resources.merchantAccounts.exists("second"))).toBe(true);
});

test("closing waits for the requested changes, and leaves one file", async () => {
  const path = freshPath();
  const store = await openTestFile(path);
  const change = store.write((resources) => resources.merchantAccounts.insert(account, made));
  await store.close();
  await expect(change).resolves.toMatchObject(account);
  expect(readdirSync(dirname(path))).toEqual(["reference.db"]);
});

test("closing twice is the same as closing once", async () => {
  const store = await openTestFile(freshPath());
  await Promise.all([store.close(), store.close()]);
  await expect(store.close()).resolves.toBeUndefined();
});

test.skipIf(process.platform === "win32")("file and folder are only for their owner", async () => {
  const path = freshPath();
  const store = await openTestFile(path);
  await store.write((resources) => resources.merchantAccounts.insert(account, made));
  const modes = [dirname(path), path, `${path}-wal`].map((name) => statSync(name).mode & 0o777);
  expect(modes).toEqual([0o700, 0o600, 0o600]);
});

test("opening refuses a file that another store has open, which keeps working", async () => {
  const path = freshPath();
  const store = await openTestFile(path);
  await expect(openTestFile(path)).rejects.toMatchObject({
    message: `the database ${path} is in use by another process`,
    hint: { text: "stop whatever has it open, or use another file", command: "payctl serve --database FILE" },
    exitCode: 3,
  });
  await store.write((resources) => resources.merchantAccounts.insert(account, made));
});

const ours = "CREATE TABLE buyers (x); PRAGMA application_id = 0x70617963; PRAGMA user_version =";

test.each<[string, () => Promise<string> | string, string, string]>([
  [
    "without datasets",
    () => scriptedFile(`${ours} 1`),
    "has the format of an earlier payctl",
    "export its data with the payctl that made it, and start on another file",
  ],
  ...[3, 999].map((version): [string, () => Promise<string>, string, string] => [
    `of the unknown version ${version}`,
    () => scriptedFile(`${ours} ${version}`),
    `was made by another payctl (version ${version}, known up to 2)`,
    "use the payctl that made it, or use another file",
  ]),
  [
    "of another program",
    () => scriptedFile("CREATE TABLE notes (x)"),
    "belongs to another program",
    "use another file",
  ],
  [
    "that is not a database",
    () => asFile("Dear diary, ".repeat(500)),
    "is not a database, or is damaged",
    "use another file",
  ],
])("opening refuses a file %s, with the way out, and leaves it unchanged", async (_, make, words, hint) => {
  const path = await make();
  const content = readFileSync(path);
  await expect(openTestFile(path)).rejects.toMatchObject({
    message: `the database ${path} ${words}`,
    hint: { text: hint, command: expect.stringContaining("payctl serve --database FILE") },
    exitCode: 3,
  });
  expect(readFileSync(path)).toEqual(content);
});

const words = "CREATE TABLE words (word TEXT)";
const languages = "ALTER TABLE words ADD COLUMN language TEXT DEFAULT 'en'";

test("an older file is brought up to date by the migrations that it lacks, and keeps its data", async () => {
  const database = await openDatabase(":memory:");
  migrate(database, [words]);
  database.run("INSERT INTO words VALUES ('hello')");
  migrate(database, [words, languages]);
  expect(database.all("SELECT * FROM words")).toEqual([{ word: "hello", language: "en" }]);
  expect(database.get("PRAGMA user_version")).toEqual({ user_version: 3 });
  database.close();
});

test("a file stays as it was when a migration fails half-way", async () => {
  const database = await openDatabase(":memory:");
  migrate(database, [words]);
  expect(() => migrate(database, [words, languages, "INSERT INTO nowhere VALUES (1)"])).toThrow("nowhere");
  database.run("INSERT INTO words VALUES ('hello')");
  expect(database.all("SELECT * FROM words")).toEqual([{ word: "hello" }]);
  expect(database.get("PRAGMA user_version")).toEqual({ user_version: 2 });
  database.close();
});

test("opening refuses a file with a damaged page", async () => {
  const path = freshPath();
  const store = await openTestFile(path);
  await applySeed(store, {
    buyers: Array.from({ length: 200 }, (_, number) => ({ id: id(number), display_name: "Ada Lovelace" })),
  });
  await store.close();
  const content = readFileSync(path);
  // Two pages after the header and the schema.
  writeFileSync(path, content.fill(0xff, content.length - 8192));
  await expect(openTestFile(path)).rejects.toMatchObject({
    message: `the database ${path} is damaged`,
    hint: {
      text: "move it away and start over, or use another file",
      command: "payctl serve --database FILE",
    },
    exitCode: 3,
  });
});

test("opening checks only files of up to 64 MiB for damage", async () => {
  const path = freshPath();
  const store = await openTestFile(path);
  await store.change((sql) => sql.insert("meta", { name: "large", value: Buffer.alloc(70_000_000) }));
  await applySeed(store, {
    buyers: Array.from({ length: 200 }, (_, number) => ({ id: id(number), display_name: "Ada Lovelace" })),
  });
  await store.close();
  const content = readFileSync(path);
  writeFileSync(path, content.fill(0xff, content.length - 8192));
  expect(await (await openTestFile(path)).read(({ lists }) => lists.areEmpty())).toBe(false);
});

test("opening refuses a path below a file", async () => {
  const path = `${asFile("")}/reference.db`;
  await expect(openTestFile(path)).rejects.toMatchObject({
    message: `the database ${path} can't be opened`,
    exitCode: 3,
  });
});

test("an empty file becomes a database", async () => {
  const store = await openTestFile(asFile(""));
  expect(await store.read(({ lists }) => lists.areEmpty())).toBe(true);
});

test("a store in memory makes no file", async () => {
  await openTestFile();
  expect(existsSync(":memory:")).toBe(false);
});
