import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { storedLists } from "../../../src/contract/control/words.ts";
import { createVerifySignature } from "../../../src/server/authentication/verify.ts";
import { handlers } from "../../../src/server/handlers/table.ts";
import { assembleServer } from "../../../src/server/running/assemble.ts";
import { applySeed } from "../../../src/server/seed/apply.ts";
import type { Seed } from "../../../src/server/seed/seed.ts";
import { prepareData, type StartData } from "../../../src/server/seed/start-data.ts";
import { openSources } from "../../../src/server/sources.ts";
import type { SqlStore } from "../../../src/server/store/sql.ts";
import type { Storage } from "../../../src/server/store/storage.ts";
import type { ReferenceStore } from "../../../src/server/store/store.ts";
import { isPostgres } from "../../helpers/engine.ts";
import { newPublicKey } from "../store/public-keys.ts";
import { freshPath, now, openTestStorage } from "../store/stores.ts";

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

/** The world at the root of a server over a database, after its start. */
async function start(storage: Storage, wanted: StartData) {
  await prepareData(storage, wanted);
  const real = { now: () => now, newId: () => randomUUID(), randomBytes };
  const { root } = await assembleServer({
    data: wanted,
    embedLimit: 50,
    faults: [],
    storage,
    logging: (inner) => inner,
    real,
    shared: {
      handlers,
      verifySignature: createVerifySignature(),
      sleep: async () => {},
      access: {},
      stop: () => {},
      newControlId: real.newId,
      report: () => {},
    },
    sources: openSources(real),
  });
  return root;
}

async function everything(store: ReferenceStore) {
  return Promise.all(
    storedLists.map(async (list) => [list, await store.read(({ lists }) => lists.read(list))] as const),
  );
}

/** Adds what was not in the seed. */
async function add(store: ReferenceStore): Promise<void> {
  await applySeed(store, { merchant_accounts: [{ id: "late", display_name: "Late" }], buyers: [{}] });
}

test("every reset brings back the beginning, down to made-up ids and times, the first one and later ones", async () => {
  const storage = await openTestStorage();
  const { store } = storage.root;
  const root = await start(storage, data);
  const beginning = await everything(store);
  for (const _round of [1, 2, 3]) {
    await add(store);
    expect(await everything(store)).not.toEqual(beginning);
    expect(await root.reset()).toBe(true);
    expect(await everything(store)).toEqual(beginning);
  }
});

// On PostgreSQL the first server might still be running, and its administrator stays known: postgres/shared.test.ts.
test.skipIf(isPostgres)(
  "a reset after another start knows the administrator of that start alone",
  async () => {
    const path = freshPath();
    const first = await openTestStorage(path);
    await start(first, data);
    await first.close();
    const storage = await openTestStorage(path);
    const { store } = storage.root;
    const root = await start(storage, { ...data, seed: undefined, administrator: newPublicKey().pem });
    expect(await store.read(({ lists }) => lists.read("api_key_pairs"))).toHaveLength(2);
    await root.reset();
    const afterFirst = await everything(store);
    expect(await store.read(({ lists }) => lists.read("api_key_pairs"))).toHaveLength(1);
    await add(store);
    await root.reset();
    expect(await everything(store)).toEqual(afterFirst);
  },
);

// PostgreSQL counts no changes of a connection; both engines have the same statements.
test.skipIf(isPostgres)("a reset writes only what differs", async () => {
  const storage = await openTestStorage();
  const { store } = storage.root;
  const root = await start(storage, data);
  const text = "SELECT total_changes() AS rows, (SELECT count(*) FROM users) AS users";
  const written = async () =>
    (await (store as ReferenceStore & SqlStore).change((sql) => sql.get<{ rows: number }>(text)))?.rows ?? 0;
  // The first one makes what all go back to.
  await root.reset();
  const before = await written();
  expect(await root.reset()).toBe(true);
  // The moments of the reset, and of the look at what was written.
  expect(await written()).toBe(before + 2);
});

test("there is no reset if the seed is not known", async () => {
  const storage = await openTestStorage();
  const { store } = storage.root;
  await applySeed(store, seed);
  const root = await start(storage, { ...data, seed: undefined });
  const before = await everything(store);
  expect(await root.reset()).toBe(false);
  expect(await everything(store)).toEqual(before);
});
