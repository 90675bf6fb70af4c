import { expect, test } from "vitest";
import { prepareData, resetData, type StartData } from "../../../src/server/running/start-data.ts";
import { applySeed } from "../../../src/server/seed/apply.ts";
import type { Seed } from "../../../src/server/seed/seed.ts";
import type { ReferenceStore } from "../../../src/server/store/open.ts";
import { takeSnapshot } from "../../../src/server/store/snapshots.ts";
import { readStoredList, storedLists } from "../../../src/server/store/stored-lists.ts";
import { newPublicKey } from "../store/public-keys.ts";
import { freshPath, openTestStore } from "../store/stores.ts";

const seed: Seed = {
  buyers: [{ display_name: "Ada Lovelace" }, {}],
  payment_methods: [{}],
  generate: { buyers: 20, audit_logs: 20 },
};

const data: StartData = {
  seed,
  reset: false,
  administrator: newPublicKey().pem,
  administratorLeaves: false,
};

async function everything(store: ReferenceStore) {
  return Promise.all(storedLists.map(async (list) => [list, await readStoredList(store, list)] as const));
}

/** Adds what was not in the seed. */
async function add(store: ReferenceStore): Promise<void> {
  await applySeed(store, { merchant_accounts: [{ id: "late", display_name: "Late" }], buyers: [{}] });
}

test("every reset brings back the beginning, down to made-up ids and times, the first one and later ones", async () => {
  const store = await openTestStore();
  await prepareData(store, data);
  const beginning = await everything(store);
  for (const _round of [1, 2, 3]) {
    await add(store);
    expect(await everything(store)).not.toEqual(beginning);
    expect(await resetData(store, data)).toBe(true);
    expect(await everything(store)).toEqual(beginning);
  }
});

test("a reset after another start knows the administrator of that start alone", async () => {
  const path = freshPath();
  const first = await openTestStore(path);
  await prepareData(first, data);
  await first.close();
  const store = await openTestStore(path);
  const second = { ...data, seed: undefined, administrator: newPublicKey().pem };
  await prepareData(store, second);
  expect(await readStoredList(store, "api_key_pairs")).toHaveLength(2);
  await resetData(store, second);
  const [afterFirst] = [await everything(store)];
  expect(await readStoredList(store, "api_key_pairs")).toHaveLength(1);
  await add(store);
  await resetData(store, second);
  expect(await everything(store)).toEqual(afterFirst);
});

test("a start keeps a copy of a small seed, so that already its first reset writes only what differs", async () => {
  const store = await openTestStore();
  await prepareData(store, data);
  const written = () => store.inspect((database) => database.get("SELECT total_changes() AS rows"));
  const before = await written();
  expect(await resetData(store, data)).toBe(true);
  expect(await written()).toEqual(before);
});

test("neither a start nor a reset needs room for a copy", async () => {
  const store = await openTestStore();
  await store.inspect((database) => database.exec("PRAGMA temp.max_page_count = 3"));
  await prepareData(store, data);
  const beginning = await everything(store);
  await expect(takeSnapshot(store, "copy")).rejects.toThrow("full");
  for (const _round of [1, 2]) {
    await add(store);
    expect(await resetData(store, data)).toBe(true);
    expect(await everything(store)).toEqual(beginning);
  }
});

test("there is no reset where the seed is not known", async () => {
  const store = await openTestStore();
  await applySeed(store, seed);
  const before = await everything(store);
  expect(await resetData(store, data)).toBe(false);
  expect(await everything(store)).toEqual(before);
});
