import { expect, test } from "vitest";
import { createIdleQueue } from "../../../src/server/journal/idle-queue.ts";
import { createJournal, type JournalEntry } from "../../../src/server/journal/journal.ts";

function entry(id: string): JournalEntry {
  return {
    id,
    time: "2031-05-06T07:08:09.000Z",
    method: "GET",
    path: "/buyers",
    operation: "listBuyers",
    query: {},
    headers: {},
    body: null,
    body_bytes: 0,
    scopes: [],
    status: 200,
    milliseconds: 1,
    fault: false,
    unread_fields: [],
  };
}

async function ids(journal: ReturnType<typeof createJournal>) {
  return (await journal.list()).map(({ id }) => id);
}

test("whoever asks sees every entry, the newest first, also those that were not made yet", async () => {
  const journal = createJournal();
  for (const id of ["a", "b"]) journal.add(async () => entry(id));
  expect(await ids(journal)).toEqual(["b", "a"]);
  journal.add(async () => entry("c"));
  expect(await ids(journal)).toEqual(["c", "b", "a"]);
});

test("entries stay in the order of their requests, however long one takes to make", async () => {
  const journal = createJournal();
  journal.add(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    return entry("slow");
  });
  journal.add(async () => entry("quick"));
  expect(await Promise.all([ids(journal), ids(journal)])).toEqual([
    ["quick", "slow"],
    ["quick", "slow"],
  ]);
});

test("an entry that can't be made is left out", async () => {
  const journal = createJournal();
  journal.add(async () => undefined);
  journal.add(async () => entry("a"));
  expect(await ids(journal)).toEqual(["a"]);
});

test("the latest 1,000 are kept, made or not", async () => {
  const journal = createJournal();
  for (let count = 0; count < 700; count += 1) journal.add(async () => entry(`early ${count}`));
  await journal.list();
  for (let count = 0; count < 700; count += 1) journal.add(async () => entry(`late ${count}`));
  const kept = await ids(journal);
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([1000, "late 699", "early 400"]);
});

test("clearing forgets what is made, what waits and what is being made", async () => {
  const journal = createJournal();
  journal.add(async () => entry("made"));
  await journal.list();
  journal.add(async () => entry("waits"));
  const listed = journal.list();
  await Promise.resolve();
  journal.clear();
  expect(await listed).toEqual([]);
  expect(await ids(journal)).toEqual([]);
});

test("a long commit is no moment without requests", async () => {
  const done: string[] = [];
  const queue = createIdleQueue<string>({ most: 9, work: async (item) => void done.push(item) });
  const end = performance.now() + 30;
  while (performance.now() < end);
  queue.add("behind it");
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setTimeout(resolve, 1));
  expect(done).toEqual([]);
  await queue.finish();
  expect(done).toEqual(["behind it"]);
});

test("what waits is done as soon as there is a moment", async () => {
  const done: string[] = [];
  await new Promise<void>((resolve) => {
    const queue = createIdleQueue<string>({
      most: 10,
      work: async (item) => {
        done.push(item);
        if (item === "b") resolve();
      },
    });
    queue.add("a");
    queue.add("b");
    expect(done).toEqual([]);
    // The queue's own timer keeps no process alive; this one waits for it.
    setTimeout(() => {}, 1000);
  });
  expect(done).toEqual(["a", "b"]);
});

test("the oldest of what waits is dropped when too much does", async () => {
  const done: number[] = [];
  const queue = createIdleQueue<number>({ most: 2, work: async (item) => void done.push(item) });
  for (const item of [1, 2, 3]) queue.add(item);
  await queue.finish();
  expect(done).toEqual([2, 3]);
});
