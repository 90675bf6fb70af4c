import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { storedLists } from "../../../src/contract/control/words.ts";
import { printLists } from "../../../src/documents/lists.ts";
import { applySeed } from "../../../src/server/seed/apply.ts";
import demo from "../../../src/server/seed/demo.yaml";
import { listEntries } from "../../../src/server/seed/document.ts";
import { parseSeed } from "../../../src/server/seed/parse.ts";
import { openStorage } from "../../../src/server/store/open-storage.ts";
import type { ReferenceStore } from "../../../src/server/store/store.ts";
import { asking } from "../../helpers/engine.ts";
import { sharedPostgres } from "../../helpers/postgres.ts";

/** An empty store; each has a clock and ids of its own. */
async function openStore(database: string): Promise<ReferenceStore> {
  const storage = await openStorage({
    database,
    now: () => new Date(),
    newId: () => randomUUID(),
    randomBytes: (length) => new Uint8Array(length),
  });
  onTestFinished(() => storage.close());
  return storage.root.store;
}

async function freshSchema(): Promise<string> {
  const schema = `test_${randomUUID().replaceAll("-", "_")}`;
  const address = `${await sharedPostgres()}/postgres`;
  onTestFinished(() =>
    asking(address, async (client) => void (await client.query(`DROP SCHEMA ${schema} CASCADE`))),
  );
  return `${address}?schema=${schema}`;
}

async function rows(store: ReferenceStore) {
  return store.read(async ({ lists }) => {
    const found: unknown[] = [];
    for (const list of storedLists) found.push((await lists.read(list)).map((row) => JSON.parse(row)));
    return found;
  });
}

test.each(["json", "yaml"] as const)(
  "the demo goes from SQLite to PostgreSQL and back in %s, byte for byte",
  async (format) => {
    const first = await openStore(":memory:");
    await applySeed(first, demo);
    let text = await printLists(await listEntries(first), format);
    for (const place of [await freshSchema(), ":memory:"]) {
      const store = await openStore(place);
      await applySeed(store, await parseSeed(text, "export"));
      const again = await printLists(await listEntries(store), format);
      expect(again).toBe(text);
      expect(await rows(store)).toEqual(await rows(first));
      text = again;
    }
  },
);
