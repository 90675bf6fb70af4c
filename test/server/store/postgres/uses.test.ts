import { randomBytes, randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { openPostgresStorage } from "../../../../src/server/store/postgres/storage.ts";
import type { WorldRecord } from "../../../../src/server/worlds/record.ts";
import { asking } from "../../../helpers/engine.ts";
import { freshAddress } from "../../postgres/servers.ts";

const minute = 60_000;

async function setUp() {
  const address = await freshAddress();
  const sources = { now: () => new Date(), newId: () => randomUUID(), randomBytes };
  const storage = await openPostgresStorage({ database: address, ...sources });
  onTestFinished(() => storage.close());
  const { uses, ...worlds } = storage.worlds;
  if (uses === undefined) throw new Error("no server shares the uses");
  const schema = new URL(address).searchParams.get("schema");
  const origin = await storage.makeImage({ sources }, async () => {});
  return {
    address,
    schema,
    uses,
    names: async () => (await worlds.read()).map(({ name }) => name),
    async create(secret: string): Promise<WorldRecord> {
      const record = { name: "one", secret } as WorldRecord;
      await worlds.create(record, origin);
      return record;
    },
    remove: () => worlds.remove("one"),
    age: (minutes: number) =>
      asking(address, (client) =>
        client.query(`UPDATE ${schema}.worlds SET last_used = now() - interval '${minutes} minutes'`),
      ),
  };
}

test("a world is removed once it was unused for long enough", async () => {
  const { age, create, names, uses } = await setUp();
  const record = await create("a");
  await age(20);
  const { isRemoved, rest } = await uses.removeIdle(record, 30 * minute);
  expect(isRemoved).toBe(false);
  expect(rest).toBeGreaterThan(9 * minute);
  expect(rest).toBeLessThanOrEqual(10 * minute);
  await age(31);
  await uses.note(record);
  expect((await uses.removeIdle(record, 30 * minute)).rest).toBeGreaterThan(29 * minute);
  await age(31);
  expect(await uses.removeIdle(record, 30 * minute)).toEqual({ isRemoved: true, rest: 0 });
  expect(await names()).toEqual([]);
  expect(await uses.removeIdle(record, 30 * minute)).toEqual({ isRemoved: false, rest: 0 });
});

test("if several servers find a world idle at the same time, one removes it", async () => {
  const { age, create, uses } = await setUp();
  const record = await create("a");
  await age(31);
  const removals = await Promise.all(Array.from({ length: 5 }, () => uses.removeIdle(record, 30 * minute)));
  expect(removals.filter(({ isRemoved }) => isRemoved)).toHaveLength(1);
  expect(removals.every(({ rest }) => rest === 0)).toBe(true);
});

test("a use just before the removal keeps the world", async () => {
  const { address, age, create, names, schema, uses } = await setUp();
  const record = await create("a");
  await age(31);
  const removal = await asking(address, async (client) => {
    await client.query(`BEGIN; UPDATE ${schema}.worlds SET last_used = now()`);
    const removing = uses.removeIdle(record, 30 * minute);
    const text = "SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted AND pid <> pg_backend_pid()";
    await expect.poll(async () => (await client.query(text)).rows[0].count).toBeGreaterThan(0);
    await client.query("COMMIT");
    return removing;
  });
  expect(removal.isRemoved).toBe(false);
  expect(removal.rest).toBeGreaterThan(29 * minute);
  expect(await names()).toEqual(["one"]);
});

test("a newer world of the same name, made by another server, is left alone", async () => {
  const { age, create, names, remove, uses } = await setUp();
  const old = await create("a");
  await remove();
  await create("b");
  await age(31);
  expect(await uses.removeIdle(old, 30 * minute)).toEqual({ isRemoved: false, rest: 0 });
  expect(await names()).toEqual(["one"]);
});
