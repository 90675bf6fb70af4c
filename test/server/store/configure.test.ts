import { expect, test } from "vitest";
import { takeFile } from "../../../src/server/store/configure.ts";
import { openDatabase } from "../../../src/server/store/database.ts";
import { freshPath, openTestStore } from "./stores.ts";

const settings = [
  "foreign_keys",
  "trusted_schema",
  "synchronous",
  "journal_mode",
  "locking_mode",
  "wal_autocheckpoint",
];

test("a file keeps its references, survives the loss of power and belongs to one process", async () => {
  const store = await openTestStore(freshPath());
  const values = await store.inspect((database) =>
    settings.map((name) => Object.values(database.get<object>(`PRAGMA ${name}`) ?? {})[0]),
  );
  // 2 is FULL; 16,384 pages are 64 MiB.
  expect(values).toEqual([1, 0, 2, "wal", "exclusive", 16_384]);
});

test("a file system that can't keep a write-ahead log is refused", async () => {
  const database = await openDatabase(":memory:");
  // A database in memory keeps none, whatever it is called.
  expect(() => takeFile({ ...database, path: "/mnt/reference.db" })).toThrow(
    expect.objectContaining({
      message: "the file system of /mnt/reference.db can't keep a write-ahead log",
      hint: "use a local disk: payctl serve --database FILE",
      exitCode: 3,
    }),
  );
  database.close();
});
