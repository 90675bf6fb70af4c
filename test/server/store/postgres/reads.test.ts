import { randomBytes, randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { openPostgresStorage } from "../../../../src/server/store/postgres/storage.ts";
import type { Slice } from "../../../../src/server/store/records.ts";
import type { SqlStore } from "../../../../src/server/store/sql.ts";
import type { ReferenceStore, Resources } from "../../../../src/server/store/store.ts";
import { freshAddress } from "../../postgres/servers.ts";

const at = "2031-01-01T00:00:00.000Z";

async function setUp() {
  const storage = await openPostgresStorage({
    database: await freshAddress(),
    now: () => new Date(),
    newId: () => randomUUID(),
    randomBytes,
  });
  onTestFinished(() => storage.close());
  const store = storage.root.store as ReferenceStore & SqlStore;
  const add = (id: string) =>
    store.change((sql) => sql.insert("merchant_accounts", { id, created_at: at, body: "{}" }));
  const addBuyer = (id: string) => {
    const row = { id, merchant_account_id: "default", created_at: at, body: "{}" };
    return store.change((sql) => sql.insert("buyers", { ...row, body_without_personal_data: "{}" }));
  };
  /** Looks for an account before and after it is created. */
  const lookTwice = (id: string) => {
    let runs = 0;
    return store.read(async ({ merchantAccounts }) => {
      runs += 1;
      const before = await merchantAccounts.exists(id);
      if (runs === 1) await add(id);
      return { runs, same: before === (await merchantAccounts.exists(id)) };
    });
  };
  return { add, addBuyer, lookTwice, read: countingRuns(store) };
}

function countingRuns(store: ReferenceStore) {
  return async (work: (resources: Resources) => Promise<unknown>) => {
    let runs = 0;
    await store.read((resources) => {
      runs += 1;
      return work(resources);
    });
    return runs;
  };
}

const twice = ({ lists, merchantAccounts }: Resources) =>
  Promise.all([merchantAccounts.exists("a"), lists.ids("merchant_accounts", 5)]);

test("two statements of one read see the same data, whatever changes between them", async () => {
  const { lookTwice } = await setUp();
  for (const id of ["a", "b", "c"]) expect(await lookTwice(id)).toMatchObject({ same: true });
});

test("work that sends a second statement runs again", async () => {
  const { read } = await setUp();
  expect(await read(twice)).toBe(2);
});

test("work that swallows the failure of its second statement still runs again", async () => {
  const { read } = await setUp();
  const found: unknown[] = [];
  await read(async ({ lists, merchantAccounts }) => {
    await merchantAccounts.exists("a");
    found.push(await lists.ids("merchant_accounts", 5).catch(() => "failed"));
  });
  expect(found.at(-1)).toEqual([]);
});

test("a page is one statement, from the start of the list and after a row that still exists", async () => {
  const { add, addBuyer, read } = await setUp();
  await add("default");
  for (const id of ["a", "b", "c"]) await addBuyer(id);
  const page = (slice: Slice) =>
    read(({ buyers }) => buyers.page({ merchantAccountId: "default", hidePersonalData: true }, slice));
  expect(await page({ limit: 1 })).toBe(1);
  expect(await page({ limit: 1, after: { at, id: "b" } })).toBe(1);
  expect(await page({ limit: 1, after: { at, id: "bb" } })).toBe(2);
});
