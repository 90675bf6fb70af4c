import { randomBytes, randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { openPostgresStorage } from "../../../../src/server/store/postgres/storage.ts";
import { freshAddress } from "../../postgres/servers.ts";

async function setUp() {
  const storage = await openPostgresStorage({
    database: await freshAddress(),
    now: () => new Date(),
    newId: () => randomUUID(),
    randomBytes,
  });
  onTestFinished(() => storage.close());
  const { store } = storage.root;
  const add = (id: string) =>
    store.write(({ merchantAccounts }) =>
      merchantAccounts.insert(
        { id, display_name: id },
        { at: store.now().toISOString(), newId: store.newId },
      ),
    );
  return { add, store };
}

test("statements of one read see the same data, whatever changes between them, and the read runs once", async () => {
  const { add, store } = await setUp();
  let runs = 0;
  const found = await store.read(async ({ merchantAccounts }) => {
    runs += 1;
    const before = await merchantAccounts.exists("a");
    await add("a");
    return [before, await merchantAccounts.exists("a")];
  });
  expect([runs, found]).toEqual([1, [false, false]]);
  expect(await store.read(({ merchantAccounts }) => merchantAccounts.exists("a"))).toBe(true);
});

test("reads that fail leave connections on which later ones see the latest data", async () => {
  const { add, store } = await setUp();
  for (let times = 0; times < 12; times += 1) {
    await expect(store.read(() => Promise.reject(new RangeError("no")))).rejects.toThrow("no");
  }
  await add("a");
  expect(await store.read(({ merchantAccounts }) => merchantAccounts.exists("a"))).toBe(true);
});
