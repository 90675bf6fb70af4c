import { randomBytes, randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { openPostgresStorage } from "../../../../src/server/store/postgres/storage.ts";
import { ConflictError } from "../../../../src/server/store/records.ts";
import type { Sql, SqlStore } from "../../../../src/server/store/sql.ts";
import type { ReferenceStore } from "../../../../src/server/store/store.ts";
import type { WorldRecord } from "../../../../src/server/worlds/record.ts";
import { asking } from "../../../helpers/engine.ts";
import { freshAddress } from "../../postgres/servers.ts";

const sources = { now: () => new Date(), newId: () => randomUUID(), randomBytes };

const record: Omit<WorldRecord, "name"> = {
  createdAt: "2026-01-31T12:00:00.000Z",
  settings: {
    from: "empty",
    clock: null,
    frozen: false,
    deterministic: null,
    faults: [],
    embedLimit: 50,
  },
  asked: "",
};

async function setUp() {
  const address = await freshAddress();
  const storage = await openPostgresStorage({ database: address, ...sources });
  onTestFinished(() => storage.close());
  const store = storage.root.store as ReferenceStore & SqlStore;
  return {
    address,
    storage,
    store,
    add: (id: string) => store.change((sql) => sql.insert("users", { id, body: "{}" })),
    users: () =>
      store.change(async (sql) =>
        (await sql.all<{ id: string }>("SELECT id FROM users ORDER BY id")).map(({ id }) => id),
      ),
  };
}

test("only the change that fails is undone, including what it did before it failed", async () => {
  const { add, store, users } = await setUp();
  const results = await Promise.allSettled([
    add("before"),
    store.change(async (sql) => {
      await sql.insert("users", { id: "half", body: "{}" });
      throw new RangeError("no");
    }),
    add("before"),
    add("after"),
  ]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
  expect(results[1]).toMatchObject({ reason: new RangeError("no") });
  expect(results[2]).toMatchObject({ reason: expect.any(ConflictError) });
  expect(await users()).toEqual(["after", "before"]);
});

test.each<[string, (sql: Sql) => Promise<unknown>]>([
  ["an insertion", (sql) => sql.insert("users", { id: "a", body: "{}" })],
  ["a question", (sql) => sql.get("SELECT 1 / count(*) AS number FROM meta WHERE name = ''")],
])("a change that swallows the failure of %s is not answered as if it had been made", async (_, fail) => {
  const { add, store, users } = await setUp();
  await add("a");
  const swallowing = store.change(async (sql) => {
    await sql.insert("users", { id: "b", body: "{}" });
    await fail(sql).catch(() => undefined);
  });
  const others = ["c", "d"].map(add);
  await expect(swallowing).rejects.toThrow("after a statement of it had failed");
  await Promise.all(others);
  expect(await users()).toEqual(["a", "c", "d"]);
});

test("a transaction that has to give way to another is retried, but not forever", async () => {
  const { store, users } = await setUp();
  let times = 0;
  const yielding = (often: number) =>
    store.change(async (sql) => {
      times += 1;
      await sql.insert("users", { id: `try ${times}`, body: "{}" });
      if (times <= often) throw Object.assign(new Error("give way"), { code: "40001", severity: "ERROR" });
    });
  await yielding(3);
  expect([times, await users()]).toEqual([4, ["try 4"]]);
  await expect(yielding(1000)).rejects.toMatchObject({ status: 503 });
  expect(times).toBeLessThan(30);
  expect(await users()).toEqual(["try 4"]);
});

test("a change whose connection is lost before its commit is answered with 503 and is not made, and the next one is", async () => {
  const { add, address, store, users } = await setUp();
  const lost = store.change(async (sql) => {
    await sql.insert("users", { id: "lost", body: "{}" });
    const row = await sql.get<{ pid: number }>("SELECT max(pg_backend_pid()) AS pid FROM users");
    await asking(address, (client) => client.query("SELECT pg_terminate_backend($1)", [row?.pid]));
    await sql.get("SELECT 1 FROM users WHERE id = ?", "x");
  });
  await expect(lost).rejects.toMatchObject({ status: 503, headers: { "retry-after": "1" } });
  await add("next");
  expect(await users()).toEqual(["next"]);
});

test("changes of a dataset are made in the order in which they came, each after the one before", async () => {
  const { store, users } = await setUp();
  let running = 0;
  const counts = await Promise.all(
    ["a", "b", "c"].map((id) =>
      store.change(async (sql) => {
        running += 1;
        await sql.insert("users", { id, body: "{}" });
        const seen = await sql.all("SELECT id FROM users");
        running -= 1;
        return [running, seen.length];
      }),
    ),
  );
  expect(counts).toEqual([
    [0, 1],
    [0, 2],
    [0, 3],
  ]);
  expect(await users()).toEqual(["a", "b", "c"]);
});

test("however many datasets are changed at the same time, reads find a connection", async () => {
  const { store, storage } = await setUp();
  let enter: () => void = () => {};
  let entered = 0;
  const held = new Promise<void>((resolve) => {
    enter = resolve;
  });
  const fill = async () => {
    entered += 1;
    await held;
  };
  const worlds = Array.from({ length: 12 }, (_, number) =>
    storage.worlds.create(
      { record: { ...record, name: `w${number}` }, cells: {} },
      { own: { sources, fill } },
    ),
  );
  await expect.poll(() => entered).toBe(6);
  expect(await store.read(({ users }) => users.find("nobody"))).toBeUndefined();
  expect(entered).toBe(6);
  enter();
  await Promise.all(worlds);
  expect(entered).toBe(12);
});
