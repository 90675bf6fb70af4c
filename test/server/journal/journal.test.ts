import { expect, test } from "vitest";
import type { JournalEntry } from "../../../src/contract/control/schemas/requests.ts";
import type { StoredJournal } from "../../../src/server/store/store.ts";
import { openTestStorage } from "../store/stores.ts";

const settings = {
  from: "empty",
  clock: null,
  frozen: false,
  deterministic: null,
  faults: [],
  embedLimit: 50,
};

function entry(id: string, body: unknown = null): JournalEntry {
  return {
    id,
    time: "2031-05-06T07:08:09.000Z",
    method: "GET",
    path: "/buyers",
    operation: "listBuyers",
    query: {},
    unread_query: [],
    headers: {},
    body,
    body_bytes: 0,
    scopes: [],
    status: 200,
    milliseconds: 1,
    fault: false,
    unread_fields: [],
    traceparent: null,
    failure: null,
    near: null,
    token: null,
    response: null,
  };
}

async function openJournal(): Promise<StoredJournal> {
  return (await openTestStorage()).root.journal;
}

async function add(journal: StoredJournal, one: JournalEntry): Promise<void> {
  await journal.add(one.id, JSON.stringify(one));
}

async function ids(journal: StoredJournal, after?: string) {
  const found = [];
  for await (const { id } of journal.newest(after)) found.push(id);
  return found;
}

test("everyone who asks sees every entry, the newest first, or only those after one that is there", async () => {
  const journal = await openJournal();
  for (const id of ["a", "b"]) await add(journal, entry(id));
  expect(await ids(journal)).toEqual(["b", "a"]);
  await add(journal, entry("c"));
  expect(await ids(journal)).toEqual(["c", "b", "a"]);
  expect(await ids(journal, "a")).toEqual(["c", "b"]);
  expect(await ids(journal, "c")).toEqual([]);
  expect(await ids(journal, "none")).toEqual(["c", "b", "a"]);
});

test("a look at the newest reads none of the older", async () => {
  const journal = await openJournal();
  await journal.add("damaged", "{");
  for (const id of ["a", "b"]) await add(journal, entry(id));
  const look = journal.newest()[Symbol.asyncIterator]();
  expect(await look.next()).toMatchObject({ value: { id: "b" } });
  expect(await look.next()).toMatchObject({ value: { id: "a" } });
  await expect(look.next()).rejects.toThrow(SyntaxError);
});

test("the latest 1,000 are kept", async () => {
  const journal = await openJournal();
  for (let count = 0; count < 1400; count += 1) await add(journal, entry(String(count)));
  const latest = await ids(journal);
  expect([latest.length, latest[0], latest.at(-1)]).toEqual([1000, "1399", "400"]);
});

test("no more than 16 MiB are kept", async () => {
  const journal = await openJournal();
  const path = `/${"a".repeat(2 * 1024 * 1024)}`;
  for (let count = 0; count < 10; count += 1) await add(journal, { ...entry(String(count)), path });
  expect(await ids(journal)).toEqual(["9", "8", "7", "6", "5", "4", "3"]);
});

test("clearing forgets every entry", async () => {
  const journal = await openJournal();
  await add(journal, entry("a"));
  await journal.clear();
  expect(await ids(journal)).toEqual([]);
  await add(journal, entry("b"));
  expect(await ids(journal)).toEqual(["b"]);
});

test("a journal shows no entry of another dataset", async () => {
  const storage = await openTestStorage();
  const record = { name: "one", createdAt: "2031-05-06T07:08:09.000Z", asked: "", settings };
  const sources = { now: () => new Date(0), newId: () => "", randomBytes: () => new Uint8Array() };
  await storage.worlds.create({ record, cells: {} }, { own: { sources, fill: async () => {} } });
  const { world } = await storage.look("one");
  if (world === undefined) throw new Error("there is no world");
  const { journal } = storage.worlds.open(world, sources);
  await add(journal, entry("inside"));
  await add(storage.root.journal, entry("outside"));
  expect([await ids(journal), await ids(storage.root.journal)]).toEqual([["inside"], ["outside"]]);
  await storage.worlds.remove(world.id);
  expect([await ids(journal), await ids(storage.root.journal)]).toEqual([[], ["outside"]]);
});
