import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createIdleCheckpoint } from "../../../../src/server/store/commits/idle-checkpoint.ts";

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
    writes: unused,
    get: unused,
    all: unused,
    close: unused,
  };
  return createIdleCheckpoint(database, (work) => work());
}

test("checkpoints once nothing was written for a second, and again after the next pause", () => {
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

test("never checkpoints once it is stopped", () => {
  const done: string[] = [];
  const checkpoint = setUp((sql) => done.push(sql));
  checkpoint.postpone();
  checkpoint.stop();
  vi.advanceTimersByTime(10_000);
  expect(done).toEqual([]);
});

test("a checkpoint that fails is left to the next one", async () => {
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
