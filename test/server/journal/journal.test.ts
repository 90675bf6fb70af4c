import { expect, test } from "vitest";
import type { KeptRequest, RequestEntry } from "../../../src/server/journal/entry.ts";
import { createJournal } from "../../../src/server/journal/journal.ts";

function entry(id: string): RequestEntry {
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
  };
}

function kept(id: string): KeptRequest {
  return { id, status: 200, request: () => entry(id) };
}

function ids(journal: ReturnType<typeof createJournal>) {
  return journal.list().map(({ id }) => id);
}

test("everyone who asks sees every entry, the newest first", () => {
  const journal = createJournal();
  for (const id of ["a", "b"]) journal.add(kept(id));
  expect(ids(journal)).toEqual(["b", "a"]);
  journal.add(kept("c"));
  expect(ids(journal)).toEqual(["c", "b", "a"]);
});

test("nothing is made of a request before somebody looks, and of its answer before somebody needs it", () => {
  const journal = createJournal();
  const made: string[] = [];
  const request = () => {
    made.push("request");
    return entry("a");
  };
  const answer = () => {
    made.push("answer");
    return { headers: {}, body: null, body_bytes: 0, truncated: false };
  };
  journal.add({ id: "a", status: 422, request, answer });
  expect(made).toEqual([]);
  const [listed] = journal.list();
  expect(made).toEqual(["request"]);
  expect([listed?.response?.body_bytes, made]).toEqual([0, ["request", "answer"]]);
});

test("the latest 1,000 are kept", () => {
  const journal = createJournal();
  for (let count = 0; count < 1400; count += 1) journal.add(kept(String(count)));
  const latest = ids(journal);
  expect([latest.length, latest[0], latest.at(-1)]).toEqual([1000, "1399", "400"]);
});

test("clearing forgets every entry", () => {
  const journal = createJournal();
  journal.add(kept("a"));
  journal.clear();
  expect(ids(journal)).toEqual([]);
  journal.add(kept("b"));
  expect(ids(journal)).toEqual(["b"]);
});
