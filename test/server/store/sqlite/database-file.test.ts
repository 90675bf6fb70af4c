import { expect, test } from "vitest";
import { openDatabase } from "../../../../src/server/store/sqlite/database.ts";
import { prepareFile, takeFile } from "../../../../src/server/store/sqlite/database-file.ts";
import { freshPath } from "../stores.ts";

const settings = ["foreign_keys", "trusted_schema", "synchronous", "journal_mode", "locking_mode"];

test("a file enforces references, survives a loss of power and belongs to one process", async () => {
  const path = freshPath();
  prepareFile(path);
  const database = await openDatabase(path);
  takeFile(database);
  const values = settings.map((name) => Object.values(database.get<object>(`PRAGMA ${name}`) ?? {})[0]);
  database.close();
  // 2 is FULL.
  expect(values).toEqual([1, 0, 2, "wal", "exclusive"]);
});

test("a file system that can't keep a write-ahead log is refused", async () => {
  const database = await openDatabase(":memory:");
  // A database in memory keeps none, whatever its name.
  expect(() => takeFile({ ...database, path: "/mnt/reference.db" })).toThrow(
    expect.objectContaining({
      message: "the file system of /mnt/reference.db does not support a write-ahead log",
      hint: { text: "use a local disk", command: "payctl serve --database FILE" },
      exitCode: 3,
    }),
  );
  database.close();
});
