import { randomBytes, randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { openPostgresStorage } from "../../../../src/server/store/postgres/storage.ts";
import type { Sql, SqlStore } from "../../../../src/server/store/sql.ts";
import { ConflictError, type ReferenceStore } from "../../../../src/server/store/store.ts";
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
  const schema = new URL(address).searchParams.get("schema") ?? "";
  const store = storage.root.store as ReferenceStore & SqlStore;
  const number = async (sql: string) =>
    Number((await asking(address, (client) => client.query(`SELECT (${sql}) AS number`))).rows[0].number);
  return {
    address,
    store,
    add: (id: string) => store.change((sql) => sql.insert("users", { id, body: "{}" })),
    users: () =>
      store.change(async (sql) =>
        (await sql.all<{ id: string }>("SELECT id FROM users ORDER BY id")).map(({ id }) => id),
      ),
    /** Those that left users. */
    transactions: () => number(`SELECT count(DISTINCT xmin::text) FROM ${schema}.users`),
    moment: () => number(`SELECT moment FROM ${schema}.datasets WHERE id = 1`),
  };
}

test("changes of one turn of the event loop share a transaction", async () => {
  const { add, transactions, users } = await setUp();
  await Promise.all(["a", "b", "c"].map(add));
  expect([await users(), await transactions()]).toEqual([["a", "b", "c"], 1]);
});

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

test("a change that fails half-way leaves nothing behind, although the others of its batch go well", async () => {
  const { add, store, users } = await setUp();
  const failing = store.change(async (sql) => {
    await sql.insert("users", { id: "half", body: "{}" });
    throw new RangeError("no");
  });
  const results = await Promise.allSettled([add("before"), failing, add("after")]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(results[1]).toMatchObject({ reason: new RangeError("no") });
  expect(await users()).toEqual(["after", "before"]);
});

test("a change is kept if the last of its batch only reads", async () => {
  const { add, users } = await setUp();
  const [, seen] = await Promise.all([add("a"), users()]);
  expect([seen, await users()]).toEqual([["a"], ["a"]]);
});

test.each<[string, (sql: Sql) => Promise<unknown>]>([
  ["an insertion", (sql) => sql.insert("users", { id: "a", body: "{}" })],
  ["a question", (sql) => sql.get("SELECT 1 / 0 AS number")],
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

test("a change that is refused before it has written undoes nothing of the others", async () => {
  const { add, store, transactions, users } = await setUp();
  const refused = store.change(async (sql) => {
    await sql.get("SELECT 1 FROM users WHERE id = ?", "x");
    throw new RangeError("no");
  });
  await Promise.allSettled([add("a"), refused, add("b")]);
  expect([await users(), await transactions()]).toEqual([["a", "b"], 1]);
});

test("work that only reads costs no commit", async () => {
  const { moment, users } = await setUp();
  await users();
  expect(await moment()).toBe(0);
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

test("a change whose connection is lost before the commit is made on another one, once", async () => {
  const { address, store, users } = await setUp();
  let times = 0;
  await store.change(async (sql) => {
    times += 1;
    await sql.insert("users", { id: `try ${times}`, body: "{}" });
    const row = await sql.get<{ pid: number }>("SELECT max(pg_backend_pid()) AS pid FROM users");
    if (times === 1)
      await asking(address, (client) => client.query("SELECT pg_terminate_backend($1)", [row?.pid]));
    await sql.get("SELECT 1 FROM users WHERE id = ?", "x");
  });
  expect([times, await users()]).toEqual([2, ["try 2"]]);
});
