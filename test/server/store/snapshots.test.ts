import { expect, test } from "vitest";
import { applySeed } from "../../../src/server/seed/apply.ts";
import demo from "../../../src/server/seed/demo.yaml";
import type { SqlValue } from "../../../src/server/store/database.ts";
import type { ReferenceStore } from "../../../src/server/store/open.ts";
import {
  dataTables,
  forgetSnapshot,
  restoreSnapshot,
  takeSnapshot,
} from "../../../src/server/store/snapshots.ts";
import { id, openTestStore, seededStore } from "./stores.ts";

/** Every row of every table, sorted. */
function everything(store: ReferenceStore) {
  return store.inspect((database) =>
    dataTables.map((table) => {
      const rows = database.all<Record<string, SqlValue>>(`SELECT * FROM main.${table}`);
      return [table, rows.map((row) => JSON.stringify(row)).toSorted()] as const;
    }),
  );
}

/** Rows that were inserted, updated or deleted, in whatever table, since the store was opened. */
function changes(store: ReferenceStore) {
  return store.inspect(
    (database) => database.get<{ count: number }>("SELECT total_changes() AS count")?.count,
  );
}

/** Wanted is what makes a difference in most tables: rows that are new, others, or gone, with those that point at them. */
async function upset(store: ReferenceStore): Promise<void> {
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
  await store.change((database) => {
    database.run("DELETE FROM api_key_pairs WHERE rowid % 2 = 0");
    database.run("DELETE FROM digital_wallet_domains");
    database.run("UPDATE merchant_accounts SET body = '{}'");
    database.run("UPDATE buyers SET display_name = NULL WHERE rowid % 2 = 0");
    database.run("UPDATE flow_rules SET position = 10 - position");
    database.run("DELETE FROM audit_logs WHERE rowid % 3 = 0");
  });
}

test("a restore brings everything back as it was, as often as wanted", async () => {
  const store = await seededStore(demo);
  const before = await everything(store);
  await takeSnapshot(store, "one");
  for (const _round of [1, 2]) {
    await upset(store);
    expect(await everything(store)).not.toEqual(before);
    expect(await restoreSnapshot(store, "one")).toBe(true);
    expect(await everything(store)).toEqual(before);
  }
});

test("a snapshot tells how many rows it holds", async () => {
  const store = await openTestStore();
  expect(await takeSnapshot(store, "nothing")).toBe(0);
  await applySeed(store, {});
  const rows = (await everything(store)).reduce((sum, [, table]) => sum + table.length, 0);
  expect(await takeSnapshot(store, "something")).toBe(rows);
});

test("a snapshot of nothing leads back to nothing", async () => {
  const store = await openTestStore();
  await takeSnapshot(store, "nothing");
  await applySeed(store, demo);
  expect(await restoreSnapshot(store, "nothing")).toBe(true);
  expect(await store.isEmpty()).toBe(true);
});

test("snapshots of several names are kept apart, and a name that is taken again stands for the later state", async () => {
  const store = await seededStore(demo);
  const first = await everything(store);
  await takeSnapshot(store, "first");
  await takeSnapshot(store, "second");
  await upset(store);
  const second = await everything(store);
  await takeSnapshot(store, "second");
  await restoreSnapshot(store, "first");
  expect(await everything(store)).toEqual(first);
  await restoreSnapshot(store, "second");
  expect(await everything(store)).toEqual(second);
});

test("a restore of a name that is not known, or not any more, changes nothing", async () => {
  const store = await seededStore(demo);
  const before = await everything(store);
  expect(await restoreSnapshot(store, "one")).toBe(false);
  await takeSnapshot(store, "one");
  await takeSnapshot(store, "two");
  await forgetSnapshot(store, "one");
  await forgetSnapshot(store, "three");
  expect(await restoreSnapshot(store, "one")).toBe(false);
  expect(await everything(store)).toEqual(before);
  expect(await restoreSnapshot(store, "two")).toBe(true);
});

test("a restore writes only rows that differ", async () => {
  const store = await seededStore(demo);
  await takeSnapshot(store, "one");
  const before = (await changes(store)) ?? 0;
  await restoreSnapshot(store, "one");
  expect(await changes(store)).toBe(before);
  await store.change((database) => database.run("UPDATE users SET body = '{}' WHERE id = ?", id(0)));
  await store.change((database) => database.run("DELETE FROM audit_logs WHERE rowid = 1"));
  await restoreSnapshot(store, "one");
  expect(await changes(store)).toBe(before + 2);
});

test("a restore is followed by another check of references", async () => {
  const store = await seededStore(demo);
  await takeSnapshot(store, "one");
  await restoreSnapshot(store, "one");
  const dangling = store.change((database) =>
    database.run("INSERT INTO network_tokens VALUES (?, ?, '{}')", id(1), id(2)),
  );
  await expect(dangling).rejects.toThrow("FOREIGN KEY");
});

test("a restore is a new version of the data", async () => {
  const store = await seededStore(demo);
  await takeSnapshot(store, "one");
  const version = store.version();
  await restoreSnapshot(store, "one");
  expect(store.version()).toBeGreaterThan(version);
});

test("every table is either data, or beside it", async () => {
  const store = await openTestStore();
  const rows = await store.inspect((database) =>
    database.all<{ name: string }>("SELECT name FROM main.sqlite_schema WHERE type = 'table'"),
  );
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    [...dataTables, "issued_key_pairs", "meta"].toSorted(),
  );
});
