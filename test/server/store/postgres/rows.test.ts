import { randomBytes, randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import type { JournalEntry } from "../../../../src/contract/control/schemas/requests.ts";
import { createClock } from "../../../../src/server/sources.ts";
import { openPostgresStorage } from "../../../../src/server/store/postgres/storage.ts";
import { asking } from "../../../helpers/engine.ts";
import { freshAddress } from "../../postgres/servers.ts";

async function setUp() {
  const address = await freshAddress();
  const storage = await openPostgresStorage({
    database: address,
    now: () => new Date(),
    newId: () => randomUUID(),
    randomBytes,
  });
  onTestFinished(() => storage.close());
  const { common } = storage.root.store;
  if (common === undefined) throw new Error("nothing is shared");
  const schema = new URL(address).searchParams.get("schema") ?? "";
  const count = async (table: string) => {
    const text = `SELECT count(*) FROM ${schema}.${table}`;
    return Number((await asking(address, (client) => client.query(text))).rows[0].count);
  };
  return { common, count };
}

const minute = { keys: ["a", "b"], most: 2, window: 60_000 };

test("calls are counted up to their limit, and forgotten once no limit needs them", async () => {
  const { common, count } = await setUp();
  const clock = createClock(() => 0);
  const add = (keys = minute.keys) => common.calls.add({ ...minute, keys, clock });
  clock.change({ time: new Date(1_000_000), frozen: true });
  expect(await add()).toEqual({ now: 1_000_000 });
  clock.advance(1000);
  expect(await add(["b", "c"])).toEqual({ now: 1_001_000 });
  expect(await add(["a", "b"])).toEqual({ now: 1_001_000, oldest: 1_000_000 });
  expect(await count("counts")).toBe(4);
  clock.advance(59_000);
  expect(await add(["a", "b"])).toEqual({ now: 1_060_000 });
  expect(await count("counts")).toBe(4);
  clock.change({ time: new Date(1000) });
  expect(await add(["a"])).toEqual({ now: 1000 });
  expect(await count("counts")).toBe(1);
});

test("of many calls at once, no more than the limit are counted", async () => {
  const { common } = await setUp();
  const clock = createClock(() => Date.now());
  const calls = await Promise.all(
    Array.from({ length: 12 }, () => common.calls.add({ ...minute, most: 5, clock })),
  );
  expect(calls.filter(({ oldest }) => oldest === undefined)).toHaveLength(5);
});

test("the journal shows the newest 16 MiB, and keeps little more", async () => {
  const { common, count } = await setUp();
  const body = "x".repeat(1024 * 1024 - 1000);
  const entries = Array.from({ length: 60 }, (_, number) => ({ id: String(number), body }));
  for (const entry of entries) await common.journal.add(entry as unknown as JournalEntry);
  const ids = (await common.journal.list(undefined)).map(({ id }) => Number(id));
  expect(ids).toEqual(Array.from({ length: 16 }, (_, place) => 59 - place));
  expect(await count("journal")).toBeLessThan(30);
});
