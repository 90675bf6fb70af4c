import { readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { applySeed } from "../../../../src/server/seed/apply.ts";
import demo from "../../../../src/server/seed/demo.yaml";
import { dataTables, otherTables } from "../../../../src/server/store/schema.ts";
import { openDatabase } from "../../../../src/server/store/sqlite/database.ts";
import { migrate } from "../../../../src/server/store/sqlite/migrations.ts";
import type { SqliteStore } from "../../../../src/server/store/sqlite/open.ts";
import { createSnapshots } from "../../../../src/server/store/sqlite/snapshot-folder.ts";
import { ConflictError } from "../../../../src/server/store/store.ts";
import { everything, freshPath, id, now, seededFile } from "../stores.ts";

/** Rows that were inserted, updated or deleted, in any table, since the store was opened. */
function changes(store: SqliteStore) {
  return store.change(
    async (sql) =>
      (
        await sql.get<{ count: number }>(
          "SELECT total_changes() AS count, (SELECT count(*) FROM users) AS users",
        )
      )?.count,
  );
}

/** A change that an earlier snapshot does not have. */
function addLateBuyer(store: SqliteStore): Promise<void> {
  return applySeed(store, { buyers: [{ id: id(1), display_name: "Late Buyer" }] });
}

/** Snapshots of a store in a folder of their own. */
function snapshotsOf(store: SqliteStore, folder = freshPath()) {
  return createSnapshots({ store, folder: async () => folder, wentBack: async () => {} });
}

test("snapshots survive a restart, except what was half done", async () => {
  const folder = freshPath();
  const store = await seededFile(demo);
  await snapshotsOf(store, folder).take("Kept.1-a_b");
  const before = await everything(store);
  await writeFile(join(folder, `${crypto.randomUUID()}.tmp`), "");
  await writeFile(join(folder, "stranger.db"), "no database");
  await addLateBuyer(store);
  const snapshots = snapshotsOf(store, folder);
  expect(await snapshots.list()).toMatchObject([{ name: "Kept.1-a_b", takenAt: now.toISOString() }]);
  expect((await readdir(folder)).toSorted()).toEqual(["=kept.1-a_b.db", "stranger.db"]);
  await snapshots.restore("Kept.1-a_b");
  expect(await everything(store)).toEqual(before);
});

test("a snapshot can be read only by its owner, and contains no secret of its database", async () => {
  const folder = freshPath();
  const store = await seededFile(demo);
  await snapshotsOf(store, folder).take("one");
  expect((await stat(join(folder, "one.db"))).mode & 0o777).toBe(0o600);
  const copy = await openDatabase(join(folder, "one.db"));
  expect(copy.all("SELECT name FROM meta")).toEqual([{ name: "snapshot" }]);
  copy.close();
});

test("a snapshot is one file that needs no log, and has the latest change", async () => {
  const folder = freshPath();
  const store = await seededFile(demo);
  await addLateBuyer(store);
  await snapshotsOf(store, folder).take("one");
  const copy = await openDatabase(join(folder, "one.db"));
  expect(copy.get("PRAGMA journal_mode")).toEqual({ journal_mode: "delete" });
  expect(copy.get("SELECT display_name FROM buyers WHERE id = ?", id(1))).toEqual({
    display_name: "Late Buyer",
  });
  copy.close();
  expect(await readdir(folder)).toEqual(["one.db"]);
});

test("a restore writes only rows that differ", async () => {
  const store = await seededFile(demo);
  const snapshots = snapshotsOf(store);
  await snapshots.take("one");
  const before = (await changes(store)) ?? 0;
  await snapshots.restore("one");
  expect(await changes(store)).toBe(before);
  await store.change((sql) => sql.update("users", { set: "body = '{}'", where: "id = ?" }, id(0)));
  await store.change((sql) => sql.delete("audit_logs", "rowid = 1"));
  await snapshots.restore("one");
  expect(await changes(store)).toBe(before + 2);
});

test("a restore is followed by another check of references", async () => {
  const store = await seededFile(demo);
  const snapshots = snapshotsOf(store);
  await snapshots.take("one");
  await snapshots.restore("one");
  const dangling = store.change((sql) =>
    sql.insert("network_tokens", { id: id(1), payment_method_id: id(2), body: "{}" }),
  );
  await expect(dangling).rejects.toThrow(ConflictError);
});

test("every table is either data or separate from it", async () => {
  const database = await openDatabase(":memory:");
  migrate(database);
  const rows = database.all<{ name: string }>("SELECT name FROM main.sqlite_schema WHERE type = 'table'");
  database.close();
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    [...dataTables, ...otherTables].map(({ name }) => name).toSorted(),
  );
});
