import { expect, test } from "vitest";
import type { JournalEntry } from "../../../src/contract/control/schemas/requests.ts";
import { createJournal, type Journal } from "../../../src/server/journal/journal.ts";

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

/** In memory they are there at once. */
function entries(journal: Journal): readonly JournalEntry[] {
  const found = journal.list();
  if (found instanceof Promise) throw new Error("this journal is not in memory");
  return found;
}

function ids(journal: Journal) {
  return entries(journal).map(({ id }) => id);
}

test("everyone who asks sees every entry, the newest first", () => {
  const journal = createJournal();
  for (const id of ["a", "b"]) journal.add(entry(id));
  expect(ids(journal)).toEqual(["b", "a"]);
  journal.add(entry("c"));
  expect(ids(journal)).toEqual(["c", "b", "a"]);
});

test("a look makes nothing: whoever asks gets what was made when a request was kept", () => {
  const journal = createJournal();
  const made = entry("a");
  journal.add(made);
  expect([entries(journal)[0], entries(journal)[0]].every((found) => found === made)).toBe(true);
});

test("the latest 16 MiB are kept", () => {
  const journal = createJournal();
  const body = "x".repeat(1024 * 1024 - 1000);
  for (let count = 0; count < 20; count += 1) journal.add(entry(String(count), body));
  expect(ids(journal)).toEqual(Array.from({ length: 16 }, (_, index) => String(19 - index)));
  journal.clear();
  for (let count = 0; count < 20; count += 1) journal.add(entry(String(count)));
  expect(ids(journal)).toHaveLength(20);
});

test("the latest 1,000 are kept", () => {
  const journal = createJournal();
  for (let count = 0; count < 1400; count += 1) journal.add(entry(String(count)));
  const latest = ids(journal);
  expect([latest.length, latest[0], latest.at(-1)]).toEqual([1000, "1399", "400"]);
});

test("clearing forgets every entry", () => {
  const journal = createJournal();
  journal.add(entry("a"));
  journal.clear();
  expect(ids(journal)).toEqual([]);
  journal.add(entry("b"));
  expect(ids(journal)).toEqual(["b"]);
});
