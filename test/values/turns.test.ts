import { expect, test } from "vitest";
import { createNamedQueues, createQueue } from "../../src/values/turns.ts";

/** Work that takes a while, and records when it begins and ends. */
function recorded() {
  const done: string[] = [];
  const work = (name: string) => async () => {
    done.push(`${name} begins`);
    await new Promise(setImmediate);
    done.push(`${name} ends`);
    return name;
  };
  return { done, work };
}

test("work runs one after the other, in the order in which it came", async () => {
  const { done, work } = recorded();
  const inTurn = createQueue();
  expect(await Promise.all([inTurn(work("a")), inTurn(work("b"))])).toEqual(["a", "b"]);
  expect(done).toEqual(["a begins", "a ends", "b begins", "b ends"]);
});

test("work that fails tells its caller alone", async () => {
  const inTurn = createQueue();
  const failed = inTurn(async () => {
    throw new Error("broken");
  });
  const next = inTurn(async () => "done");
  await expect(failed).rejects.toThrow("broken");
  expect(await next).toBe("done");
});

test("the next one waits for what comes after the work, the caller does not", async () => {
  const { done, work } = recorded();
  const inTurn = createQueue();
  const first = inTurn(work("a"), async (name) => void (await work(`after ${name}`)()));
  const second = inTurn(work("b"));
  await first;
  expect(done).not.toContain("after a ends");
  await second;
  expect(done.slice(2)).toEqual(["after a begins", "after a ends", "b begins", "b ends"]);
});

test("names do not wait for each other, but each for its own work, even for work that fails", async () => {
  const { done, work } = recorded();
  const { inTurn } = createNamedQueues();
  const fail = async () => {
    await work("c")();
    throw new Error("broken");
  };
  const all = [
    inTurn("one", work("a")),
    inTurn("two", work("b")),
    inTurn("one", fail),
    inTurn("one", work("d")),
  ];
  expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
  expect(done.slice(0, 2)).toEqual(["a begins", "b begins"]);
  expect(done.filter((text) => !text.startsWith("b"))).toEqual([
    "a begins",
    "a ends",
    "c begins",
    "c ends",
    "d begins",
    "d ends",
  ]);
});
