import { expect, test } from "vitest";
import { createClock } from "../../../src/server/sources.ts";
import type { SqlStore } from "../../../src/server/store/sql.ts";
import type { ReferenceStore } from "../../../src/server/store/store.ts";
import { isPostgres } from "../../helpers/engine.ts";
import { freshAddress } from "../postgres/servers.ts";
import { openTestStorage } from "./stores.ts";

async function setUp() {
  const database = isPostgres ? await freshAddress() : ":memory:";
  const storage = await openTestStorage(database);
  // Both engines have it, for code that uses SQL.
  const store = storage.root.store as ReferenceStore & SqlStore;
  const schema = isPostgres ? new URL(database).searchParams.get("schema") : "main";
  /** The rows of a table that the resources know nothing of. */
  const count = async (table: string) => {
    const text = `SELECT (SELECT count(*) FROM ${schema}.${table}) AS count, count(*) AS users FROM users`;
    return (await store.change((sql) => sql.get<{ count: number }>(text)))?.count;
  };
  return { ...storage.root, look: storage.look, count };
}

const minute = { keys: ["a", "b"], most: 2, window: 60_000 };

test("calls are counted up to their limit, and forgotten once no limit needs them", async () => {
  const { count, counts } = await setUp();
  const clock = createClock(() => 0);
  const add = (keys = minute.keys) => counts.addCall({ ...minute, keys, clock });
  clock.change({ time: new Date(1_000_000), frozen: true });
  expect(await add()).toEqual({ now: 1_000_000 });
  clock.advance(1000);
  expect(await add(["b", "c"])).toEqual({ now: 1_001_000 });
  expect(await add(["a", "b"])).toEqual({ now: 1_001_000, oldest: 1_000_000 });
  // And the row that callers lock.
  expect(await count("counts")).toBe(5);
  clock.advance(59_000);
  expect(await add(["a", "b"])).toEqual({ now: 1_060_000 });
  expect(await count("counts")).toBe(5);
  clock.change({ time: new Date(1000) });
  expect(await add(["a"])).toEqual({ now: 1000 });
  expect(await count("counts")).toBe(2);
});

test("of many calls at once, no more than the limit are counted", async () => {
  const { counts } = await setUp();
  const clock = createClock(() => Date.now());
  const calls = await Promise.all(
    Array.from({ length: 12 }, () => counts.addCall({ ...minute, most: 5, clock })),
  );
  expect(calls.filter(({ oldest }) => oldest === undefined)).toHaveLength(5);
});

test("the journal shows the newest 16 MiB, and keeps little more", async () => {
  const { count, journal } = await setUp();
  const body = "x".repeat(1024 * 1024 - 1000);
  const entries = Array.from({ length: 60 }, (_, number) => ({ id: String(number), body }));
  for (const { id, ...rest } of entries) await journal.add(id, JSON.stringify({ id, ...rest }));
  const ids = [];
  for await (const { id } of journal.newest()) ids.push(Number(id));
  expect(ids).toEqual(Array.from({ length: 16 }, (_, place) => 59 - place));
  expect(await count("journal")).toBeLessThan(30);
});

test("an answer that is overtaken is told from that to a later look", async () => {
  const { look } = await setUp();
  const [first, second] = await Promise.all([look(undefined), look(undefined)]);
  expect(second.root.look).toBeGreaterThan(first.root.look);
});

test("a text is changed by one at a time, and none is there before the first", async () => {
  const { cells, look } = await setUp();
  const add = (letter: string) =>
    cells.change("faults", (text) => ({ text: `${text ?? ""}${letter}`, value: text }));
  const before = await Promise.all(["a", "b", "c"].map(add));
  expect(before).toContain(undefined);
  expect((await look(undefined)).root.cells.faults?.split("").toSorted()).toEqual(["a", "b", "c"]);
});

test("a change of a text that fails is undone", async () => {
  const { cells, look } = await setUp();
  const failing = cells.change("clock", () => {
    throw new RangeError("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect((await look(undefined)).root.cells.clock).toBeUndefined();
});

test("what is counted under a name is one more each time, until it is forgotten", async () => {
  const { counts } = await setUp();
  const next = () => counts.count((count) => count("fault 1"));
  expect((await Promise.all([next(), next(), next()])).toSorted()).toEqual([1, 2, 3]);
  expect(await counts.list("fault ")).toEqual(new Map([["fault 1", 3]]));
  await counts.forget(["fault 1"]);
  expect(await counts.list("fault ")).toEqual(new Map());
});
