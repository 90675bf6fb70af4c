import { expect, test } from "vitest";
import type { JournalEntry } from "../../../src/contract/control/schemas/requests.ts";
import { createJournal } from "../../../src/server/journal/journal.ts";

function entry(id: string): JournalEntry {
  return {
    id,
    time: "2031-05-06T07:08:09.000Z",
    method: "GET",
    path: "/buyers",
    operation: "listBuyers",
    query: {},
    unread_query: [],
    headers: {},
    body: null,
    body_bytes: 0,
    scopes: [],
    status: 200,
    milliseconds: 1,
    fault: false,
    unread_fields: [],
    traceparent: null,
    failure: null,
    near: null,
    response: null,
  };
}

function ids(journal: ReturnType<typeof createJournal>) {
  return journal.list().map(({ id }) => id);
}

test("everyone who asks sees every entry, the newest first", () => {
  const journal = createJournal();
  for (const id of ["a", "b"]) journal.add(entry(id));
  expect(ids(journal)).toEqual(["b", "a"]);
  journal.add(entry("c"));
  expect(ids(journal)).toEqual(["c", "b", "a"]);
});

test("an entry stays as it was, whatever becomes of the object", () => {
  const journal = createJournal();
  const scopes = ["*.read"];
  journal.add({ ...entry("a"), scopes });
  scopes.push("*.write");
  expect(journal.list()).toEqual([{ ...entry("a"), scopes: ["*.read"] }]);
});

test("the latest 1,000 are kept", () => {
  const journal = createJournal();
  for (let count = 0; count < 1400; count += 1) journal.add(entry(String(count)));
  const kept = ids(journal);
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([1000, "1399", "400"]);
});

test("clearing forgets every entry", () => {
  const journal = createJournal();
  journal.add(entry("a"));
  journal.clear();
  expect(ids(journal)).toEqual([]);
  journal.add(entry("b"));
  expect(ids(journal)).toEqual(["b"]);
});
