import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openDatabase } from "../../../../src/server/store/sqlite/database.ts";
import {
  createIdleCheckpoint,
  prepareFile,
  takeFile,
} from "../../../../src/server/store/sqlite/database-file.ts";
import { freshPath } from "../stores.ts";

const settings = [
  "foreign_keys",
  "trusted_schema",
  "synchronous",
  "journal_mode",
  "locking_mode",
  "wal_autocheckpoint",
];

test("a file enforces references, survives a loss of power and belongs to one process", async () => {
  const path = freshPath();
  prepareFile(path);
  const database = await openDatabase(path);
  takeFile(database);
  const values = settings.map((name) => Object.values(database.get<object>(`PRAGMA ${name}`) ?? {})[0]);
  database.close();
  // 2 is FULL; 16,384 pages are 64 MiB.
  expect(values).toEqual([1, 0, 2, "wal", "exclusive", 16_384]);
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

describe("the idle checkpoint", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  function setUp(exec: (sql: string) => void) {
    const unused = () => {
      throw new Error("a checkpoint needs none of this");
    };
    const database = {
      path: "reference.db",
      exec,
      run: unused,
      changes: unused,
      get: unused,
      all: unused,
      close: unused,
    };
    return createIdleCheckpoint(database, (work) => work());
  }

  test("runs once nothing was written for a second, and again after the next pause", () => {
    const done: string[] = [];
    const checkpoint = setUp((sql) => done.push(sql));
    checkpoint.postpone();
    vi.advanceTimersByTime(900);
    checkpoint.postpone();
    vi.advanceTimersByTime(900);
    expect(done).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(done).toEqual(["PRAGMA wal_checkpoint(PASSIVE)"]);
    vi.advanceTimersByTime(10_000);
    expect(done).toHaveLength(1);
    checkpoint.postpone();
    vi.advanceTimersByTime(1000);
    expect(done).toHaveLength(2);
  });

  test("never runs once it is stopped", () => {
    const done: string[] = [];
    const checkpoint = setUp((sql) => done.push(sql));
    checkpoint.postpone();
    checkpoint.stop();
    vi.advanceTimersByTime(10_000);
    expect(done).toEqual([]);
  });

  test("leaves its work to the next one if it fails", async () => {
    const tried: string[] = [];
    const checkpoint = setUp((sql) => {
      tried.push(sql);
      throw new Error("disk full");
    });
    checkpoint.postpone();
    await vi.advanceTimersByTimeAsync(1000);
    checkpoint.postpone();
    await vi.advanceTimersByTimeAsync(1000);
    expect(tried).toHaveLength(2);
  });
});
