import { expect, test } from "vitest";
import { applySeed } from "../../../../src/server/seed/apply.ts";
import demo from "../../../../src/server/seed/demo.yaml";
import { ConflictError } from "../../../../src/server/store/records.ts";
import { dataTables, otherTables } from "../../../../src/server/store/schema.ts";
import { openDatabase } from "../../../../src/server/store/sqlite/database.ts";
import { migrate } from "../../../../src/server/store/sqlite/migrations.ts";
import { id, openTestStorage, type TestStore } from "../stores.ts";

/** A seeded store in memory, and its snapshots. */
async function setUp() {
  const { root } = await openTestStorage(":memory:");
  // It speaks SQL.
  const store = root.store as TestStore;
  await applySeed(store, demo);
  return { store, snapshots: root.openSnapshots(async () => {}) };
}

/** Rows that were inserted, updated or deleted, in any table, since the store was opened; this notes its moment, too. */
function changes(store: TestStore) {
  return store.change(async (sql) => {
    const text = "SELECT total_changes() AS count, (SELECT count(*) FROM users) AS users";
    return (await sql.get<{ count: number }>(text))?.count ?? 0;
  });
}

test("a restore writes only rows that differ", async () => {
  const { snapshots, store } = await setUp();
  await snapshots.take("one");
  const before = await changes(store);
  await snapshots.restore("one");
  // The moment of the restore, and of the look at the changes.
  expect(await changes(store)).toBe(before + 2);
  await store.change((sql) => sql.update("users", { body: "{}" }, "id = ?", id(0)));
  await store.change((sql) => sql.delete("audit_logs", "id = (SELECT id FROM audit_logs LIMIT 1)"));
  await snapshots.restore("one");
  // Two changes, the restore and the look; the row that was deleted, and that is back.
  expect(await changes(store)).toBe(before + 2 + 4 + 2);
});

test("a restore is followed by another check of references", async () => {
  const { snapshots, store } = await setUp();
  await snapshots.take("one");
  await snapshots.restore("one");
  const dangling = store.change((sql) =>
    sql.insert("network_tokens", { id: id(1), payment_method_id: id(2), body: "{}" }),
  );
  await expect(dangling).rejects.toThrow(ConflictError);
});

test("every table is either data, or separate from it, or says which datasets there are", async () => {
  const database = await openDatabase(":memory:");
  migrate(database);
  const rows = database.all<{ name: string }>("SELECT name FROM main.sqlite_schema WHERE type = 'table'");
  database.close();
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    [
      ...dataTables.map(({ name }) => name),
      ...otherTables.map(({ name }) => name),
      "administrators",
      "cells",
      "counts",
      "datasets",
      "issued_key_pairs",
      "journal",
    ].toSorted(),
  );
});
