import { expect, test } from "vitest";
import { applySeed } from "../../../src/server/seed/apply.ts";
import demo from "../../../src/server/seed/demo.yaml";
import type { Seed } from "../../../src/server/seed/seed.ts";
import type { Snapshots } from "../../../src/server/store/storage.ts";
import { newPublicKey } from "./public-keys.ts";
import { everything, id, now, openTestStorage, type TestStore } from "./stores.ts";

/** Makes a difference in most tables: rows that are new, changed or deleted, with those that point at them. */
async function upset(store: TestStore): Promise<void> {
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
    await sql.delete("api_key_pairs", "thumbprint > ?", "M");
    await sql.clear("digital_wallet_domains");
    await sql.update("merchant_accounts", { body: "{}" }, "TRUE");
    await sql.update("buyers", { display_name: null }, "display_name > ?", "M");
    await sql.update("flow_rules", { position: 7 }, "TRUE");
    await sql.delete("audit_logs", "action = ?", "updated");
  });
}

/** A store, seeded if requested, and its snapshots. */
async function openSnapshots(seed?: Seed) {
  const { look, root } = await openTestStorage();
  // Both engines have it, for code that uses SQL.
  const store = root.store as TestStore;
  if (seed !== undefined) await applySeed(store, seed);
  const snapshots: Snapshots = root.openSnapshots(async () => {});
  return { look, store, snapshots };
}

async function names(snapshots: Snapshots): Promise<readonly string[]> {
  return (await snapshots.list()).map(({ name }) => name);
}

test("a restore brings everything back as it was, any number of times", async () => {
  const { snapshots, store } = await openSnapshots(demo);
  const before = await everything(store);
  await snapshots.take("one");
  for (const _round of [1, 2]) {
    await upset(store);
    expect(await everything(store)).not.toEqual(before);
    expect(await snapshots.restore("one")).toMatchObject({ name: "one" });
    expect(await everything(store)).toEqual(before);
  }
});

test("a snapshot shows its time, its number of rows, and whether its name is new", async () => {
  const { snapshots, store } = await openSnapshots();
  const takenAt = now.toISOString();
  expect(await snapshots.take("nothing")).toEqual({ name: "nothing", takenAt, rows: 0, isNew: true });
  await applySeed(store, {});
  const rows = (await everything(store)).reduce((sum, [, table]) => sum + table.length, 0);
  for (const isNew of [true, false]) {
    expect(await snapshots.take("something")).toEqual({ name: "something", takenAt, rows, isNew });
  }
  expect((await snapshots.list()).map((each) => each.rows)).toEqual([0, rows]);
});

test("a dataset that is gone is not gone back to", async () => {
  const { snapshots, store } = await openSnapshots(demo);
  const before = await everything(store);
  await expect(snapshots.goBack(2)).rejects.toMatchObject({ status: 404 });
  expect(await everything(store)).toEqual(before);
});

test("a snapshot without data restores to no data", async () => {
  const { snapshots, store } = await openSnapshots();
  await snapshots.take("nothing");
  await applySeed(store, demo);
  await snapshots.restore("nothing");
  expect(await store.read(({ lists }) => lists.areEmpty())).toBe(true);
});

test("snapshots of different names are kept apart, and a name that is reused means the later state", async () => {
  const { snapshots, store } = await openSnapshots(demo);
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

test("snapshots are listed from oldest to latest, one that is taken again last", async () => {
  const { snapshots } = await openSnapshots({});
  for (const name of ["b", "a", "c", "b"]) await snapshots.take(name);
  expect(await names(snapshots)).toEqual(["a", "c", "b"]);
});

test("a restore of an unknown or deleted name changes nothing", async () => {
  const { snapshots, store } = await openSnapshots(demo);
  const before = await everything(store);
  expect(await snapshots.restore("one")).toBe(undefined);
  for (const name of ["one", "two"]) await snapshots.take(name);
  expect([await snapshots.delete("one"), await snapshots.delete("three")]).toEqual([true, false]);
  expect(await snapshots.restore("one")).toBe(undefined);
  expect([await names(snapshots), await everything(store)]).toEqual([["two"], before]);
});

test("snapshots that are taken and restored at the same time take turns", async () => {
  const { snapshots, store } = await openSnapshots(demo);
  const before = await everything(store);
  await snapshots.take("one");
  await upset(store);
  const asked = ["one", "none", "one"].map((name) => snapshots.restore(name));
  await Promise.all([...asked, snapshots.take("two")]);
  expect(await everything(store)).toEqual(before);
});

test("a key pair that a restore removes or brings back is gone or found at once", async () => {
  const { look, snapshots, store } = await openSnapshots(demo);
  const key = newPublicKey();
  // Servers learn about changes at the beginning of each request.
  const find = async () => {
    store.refresh((await look(undefined)).root.moment);
    return store.findKeyPair(key.thumbprint);
  };
  await snapshots.take("without");
  await applySeed(store, { api_key_pairs: [{ display_name: "Late", public_key: key.pem }] });
  await snapshots.take("with");
  expect(await find()).toMatchObject({ displayName: "Late" });
  await snapshots.restore("without");
  expect(await find()).toBeUndefined();
  await snapshots.restore("with");
  expect(await find()).toMatchObject({ displayName: "Late" });
});
