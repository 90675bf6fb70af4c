import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { WorldRecord } from "../../../src/server/worlds/record.ts";
import { createWorldUse } from "../../../src/server/worlds/use.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const hour = 3_600_000;
const minute = 60_000;

/** A use that other servers share, with a record of its calls. */
function start({ idle = hour as number | null, fails = false } = {}) {
  const done: string[] = [];
  const use = createWorldUse({
    record: { settings: { idle } } as WorldRecord,
    shared: {
      async note() {
        done.push("note");
        if (fails) throw new Error("away");
      },
      removeIdle: async () => ({ isRemoved: false, rest: 0 }),
    },
    async end() {
      done.push("end");
      return 0;
    },
    report: (error) => done.push(String(error)),
  });
  return { done, use };
}

const nothing = async () => {};

test("the use of a world is noted once a minute, however often it is asked", async () => {
  const { done, use } = start();
  for (let asked = 0; asked < 100; asked += 1) await use.during(nothing);
  expect(done).toEqual(["note"]);
  await vi.advanceTimersByTimeAsync(minute);
  await use.during(nothing);
  expect(done).toEqual(["note", "note"]);
});

test("no request is answered before others know of the use", async () => {
  const { done, use } = start();
  await Promise.all([1, 2, 3].map(() => use.during(async () => done.push("answer"))));
  expect(done).toEqual(["note", "answer", "answer", "answer"]);
});

test("a note that failed is written with the next request, which is answered", async () => {
  const { done, use } = start({ fails: true });
  for (let asked = 0; asked < 2; asked += 1) await use.during(async () => done.push("answer"));
  expect(done.filter((what) => what === "answer")).toHaveLength(2);
  expect(done.filter((what) => what === "note").length).toBeGreaterThan(1);
});

test("a request that takes longer than the world may be idle is noted on its way, and the world does not end", async () => {
  const { done, use } = start();
  let answer: () => void = () => {};
  const answered = use.during(
    () =>
      new Promise<void>((resolve) => {
        answer = resolve;
      }),
  );
  await vi.advanceTimersByTimeAsync(3 * hour);
  expect(done).toEqual(["note", "note", "note", "note"]);
  answer();
  await answered;
  await vi.advanceTimersByTimeAsync(2 * hour);
  expect(done.at(-1)).toBe("end");
});

test("a world without an idle time is neither noted nor ended", async () => {
  const { done, use } = start({ idle: null });
  await use.during(nothing);
  await vi.advanceTimersByTimeAsync(1000 * hour);
  expect(done).toEqual([]);
});

test("a world that is closed is not ended any more", async () => {
  const { done, use } = start();
  use.close();
  await vi.advanceTimersByTimeAsync(10 * hour);
  expect(done).toEqual([]);
});
