import { readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { applySeed } from "../../../../src/server/seed/apply.ts";
import demo from "../../../../src/server/seed/demo.yaml";
import { dataTables, type SqlValue } from "../../../../src/server/store/sql.ts";
import { openDatabase } from "../../../../src/server/store/sqlite/database.ts";
import type { SqliteStore } from "../../../../src/server/store/sqlite/open.ts";
import { createSnapshots } from "../../../../src/server/store/sqlite/snapshot-folder.ts";
import { ConflictError } from "../../../../src/server/store/store.ts";
import { newPublicKey } from "../public-keys.ts";
import { freshPath, id, now, openTestFile, seededFile } from "../stores.ts";

/** Every row of every table, sorted. */
function everything(store: SqliteStore) {
  return store.change((sql) =>
    Promise.all(
      dataTables.map(async (table) => {
        const rows = await sql.all<Record<string, SqlValue>>(`SELECT * FROM main.${table}`);
        return [table, rows.map((row) => JSON.stringify(row)).toSorted()] as const;
      }),
    ),
  );
}

/** Rows that were inserted, updated or deleted, in whatever table, since the store was opened. */
function changes(store: SqliteStore) {
  return store.change(
    async (sql) => (await sql.get<{ count: number }>("SELECT total_changes() AS count"))?.count,
  );
}

/** Wanted is what makes a difference in most tables: rows that are new, others, or gone, with those that point at them. */
async function upset(store: SqliteStore): Promise<void> {
  await applySeed(store, {
    merchant_accounts: [{ id: "late", display_name: "Late" }],
    buyers: [{ id: id(1), display_name: "Late Buyer", merchant_account_id: "late" }],
    payment_methods: [{ id: id(2), buyer_id: id(1), merchant_account_id: "late" }],
    network_tokens: [{ id: id(3), payment_method_id: id(2), expiration_date: "12/30", token: "4" }],
    audit_logs: [
      {
        action: "voided",
        resource: { type: "x", id: "y" },
        user: { id: id(4), name: "A", email_address: "a@b.c" },
      },
    ],
  });
  await store.change(async (sql) => {
    await sql.run("DELETE FROM api_key_pairs WHERE rowid % 2 = 0");
    await sql.run("DELETE FROM digital_wallet_domains");
    await sql.run("UPDATE merchant_accounts SET body = '{}'");
    await sql.run("UPDATE buyers SET display_name = NULL WHERE rowid % 2 = 0");
    await sql.run("UPDATE flow_rules SET position = 10 - position");
    await sql.run("DELETE FROM audit_logs WHERE rowid % 3 = 0");
  });
}

/** Snapshots of a store in a folder of their own. */
function snapshotsOf(store: SqliteStore, folder = freshPath()) {
  return createSnapshots({ store, folder: async () => folder, wentBack: async () => {} });
}

async function names(snapshots: ReturnType<typeof snapshotsOf>): Promise<readonly string[]> {
  return (await snapshots.list()).map(({ name }) => name);
}

test("a restore brings everything back as it was, as often as wanted", async () => {
  const store = await seededFile(demo);
  const before = await everything(store);
  const snapshots = snapshotsOf(store);
  await snapshots.take("one");
  for (const _round of [1, 2]) {
    await upset(store);
    expect(await everything(store)).not.toEqual(before);
    expect(await snapshots.restore("one")).toMatchObject({ name: "one" });
    expect(await everything(store)).toEqual(before);
  }
});

test("a snapshot tells its time and how many rows it holds", async () => {
  const store = await openTestFile();
  const snapshots = snapshotsOf(store);
  const takenAt = now.toISOString();
  expect(await snapshots.take("nothing")).toEqual({ name: "nothing", takenAt, rows: 0 });
  await applySeed(store, {});
  const rows = (await everything(store)).reduce((sum, [, table]) => sum + table.length, 0);
  expect(await snapshots.take("something")).toEqual({ name: "something", takenAt, rows });
});

test("a snapshot of nothing leads back to nothing", async () => {
  const store = await openTestFile();
  const snapshots = snapshotsOf(store);
  await snapshots.take("nothing");
  await applySeed(store, demo);
  await snapshots.restore("nothing");
  expect(await store.read(({ lists }) => lists.areEmpty())).toBe(true);
});

test("snapshots of several names are kept apart, and a name that is taken again stands for the later state", async () => {
  const store = await seededFile(demo);
  const snapshots = snapshotsOf(store);
  const first = await everything(store);
  for (const name of ["first", "First"]) await snapshots.take(name);
  await upset(store);
  const second = await everything(store);
  await snapshots.take("First");
  await snapshots.restore("first");
  expect(await everything(store)).toEqual(first);
  await snapshots.restore("First");
  expect(await everything(store)).toEqual(second);
});

test("a restore of a name that is not known, or not any more, changes nothing", async () => {
  const store = await seededFile(demo);
  const snapshots = snapshotsOf(store);
  const before = await everything(store);
  expect(await snapshots.restore("one")).toBe(undefined);
  for (const name of ["one", "two"]) await snapshots.take(name);
  expect([await snapshots.delete("one"), await snapshots.delete("three")]).toEqual([true, false]);
  expect(await snapshots.restore("one")).toBe(undefined);
  expect([await names(snapshots), await everything(store)]).toEqual([["two"], before]);
});

test("snapshots are there after a restart, without what was half done", async () => {
  const folder = freshPath();
  const store = await seededFile(demo);
  await snapshotsOf(store, folder).take("Kept.1-a_b");
  const before = await everything(store);
  await writeFile(join(folder, "half.tmp"), "");
  await writeFile(join(folder, "stranger.db"), "no database");
  await upset(store);
  const snapshots = snapshotsOf(store, folder);
  expect(await snapshots.list()).toMatchObject([{ name: "Kept.1-a_b", takenAt: now.toISOString() }]);
  expect((await readdir(folder)).toSorted()).toEqual(["=kept.1-a_b.db", "stranger.db"]);
  await snapshots.restore("Kept.1-a_b");
  expect(await everything(store)).toEqual(before);
});

test("a snapshot can be read by its owner alone, and holds no secret of its database", async () => {
  const folder = freshPath();
  const store = await seededFile(demo);
  await snapshotsOf(store, folder).take("one");
  expect((await stat(join(folder, "one.db"))).mode & 0o777).toBe(0o600);
  const copy = await openDatabase(join(folder, "one.db"));
  expect(copy.all("SELECT name FROM meta")).toEqual([{ name: "snapshot" }]);
  copy.close();
});

test("a snapshot is one file that asks for no log beside it, and has the latest change", async () => {
  const folder = freshPath();
  const store = await seededFile(demo);
  await upset(store);
  await snapshotsOf(store, folder).take("one");
  const copy = await openDatabase(join(folder, "one.db"));
  expect(copy.get("PRAGMA journal_mode")).toEqual({ journal_mode: "delete" });
  expect(copy.get("SELECT display_name FROM buyers WHERE id = ?", id(1))).toEqual({
    display_name: "Late Buyer",
  });
  copy.close();
  expect(await readdir(folder)).toEqual(["one.db"]);
});

test("every restore keeps the state before it, which restoring swaps", async () => {
  const store = await seededFile(demo);
  const snapshots = snapshotsOf(store);
  const first = await everything(store);
  await snapshots.take("one");
  await upset(store);
  const second = await everything(store);
  await snapshots.restore("one");
  for (const wanted of [second, first, second]) {
    await snapshots.restore("before-reset");
    expect(await everything(store)).toEqual(wanted);
  }
  expect(await names(snapshots)).toEqual(["one", "before-reset"]);
});

test("snapshots that are taken and restored at once have their turns", async () => {
  const store = await seededFile(demo);
  const snapshots = snapshotsOf(store);
  const before = await everything(store);
  await snapshots.take("one");
  await upset(store);
  const asked = ["one", "before-reset", "one"].map((name) => snapshots.restore(name));
  await Promise.all([...asked, snapshots.take("two")]);
  expect(await everything(store)).toEqual(before);
});

test("a restore writes only rows that differ", async () => {
  const store = await seededFile(demo);
  const snapshots = snapshotsOf(store);
  await snapshots.take("one");
  const before = (await changes(store)) ?? 0;
  await snapshots.restore("one");
  expect(await changes(store)).toBe(before);
  await store.change((sql) => sql.run("UPDATE users SET body = '{}' WHERE id = ?", id(0)));
  await store.change((sql) => sql.run("DELETE FROM audit_logs WHERE rowid = 1"));
  await snapshots.restore("one");
  expect(await changes(store)).toBe(before + 2);
});

test("a restore is followed by another check of references", async () => {
  const store = await seededFile(demo);
  const snapshots = snapshotsOf(store);
  await snapshots.take("one");
  await snapshots.restore("one");
  const dangling = store.change((sql) =>
    sql.run("INSERT INTO network_tokens VALUES (?, ?, '{}')", id(1), id(2)),
  );
  await expect(dangling).rejects.toThrow(ConflictError);
});

test("a key pair that a restore brings back, or takes away, is found so at once", async () => {
  const store = await seededFile(demo);
  const snapshots = snapshotsOf(store);
  const key = newPublicKey();
  await snapshots.take("without");
  await applySeed(store, { api_key_pairs: [{ display_name: "Late", public_key: key.pem }] });
  expect(await store.findKeyPair(key.thumbprint)).toMatchObject({ displayName: "Late" });
  await snapshots.restore("without");
  expect(await store.findKeyPair(key.thumbprint)).toBeUndefined();
});

test("every table is either data, or beside it", async () => {
  const store = await openTestFile();
  const rows = await store.change((sql) =>
    sql.all<{ name: string }>("SELECT name FROM main.sqlite_schema WHERE type = 'table'"),
  );
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    [...dataTables, "issued_key_pairs", "meta"].toSorted(),
  );
});
