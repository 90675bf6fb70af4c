import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCursors } from "../../src/server/cursors.ts";
import { json } from "../../src/server/json.ts";
import { parseSeed } from "../../src/server/seed/parse.ts";
import { type Reference, startReference } from "../helpers/server.ts";

const buyers = Array.from({ length: 5 }, (_, index) => ({
  display_name: index < 4 ? "Ada Lovelace" : "Grace Hopper",
  external_identifier: "shared",
}));
const seed = {
  merchant_accounts: [{ id: "acme", display_name: "Acme" }],
  buyers: [...buyers, ...buyers.map((buyer) => ({ ...buyer, merchant_account_id: "acme" }))],
  audit_logs: [],
};

let reference: Reference;
let cursor: string;
beforeAll(async () => {
  reference = await startReference({ seed: await parseSeed(JSON.stringify(seed), "seed.json") });
  cursor = (await reference.request("GET", "/buyers?limit=2")).json.next_cursor;
});
afterAll(() => reference.close());

const foreign = {
  type: "error",
  code: "bad_request",
  status: 400,
  message: "The cursor is damaged or belongs to another list",
  details: [
    {
      location: "query",
      pointer: "cursor",
      message: "The cursor is damaged or belongs to another list",
      type: "invalid_cursor",
    },
  ],
};

describe("a cursor", () => {
  it("is base64url of at most 1000 characters", () => {
    expect(cursor).toMatch(/^[A-Za-z0-9_-]{1,1000}$/);
  });

  it("leads on with another limit", async () => {
    const { json, status } = await reference.request("GET", `/buyers?limit=3&cursor=${cursor}`);
    expect([status, json.items.length, json.limit, json.next_cursor]).toEqual([200, 3, 3, null]);
  });

  it.each([
    ["another operation", "/audit-logs?", {}],
    ["a filter that was not there", "/buyers?search=Ada%20Lovelace&", {}],
    ["another filter", "/buyers?external_identifier=shared&", {}],
    ["another merchant account", "/buyers?", { "x-service-merchant-account-id": "acme" }],
  ])("is foreign to %s", async (_, target, headers) => {
    const { json, status } = await reference.request("GET", `${target}cursor=${cursor}`, { headers });
    expect([status, json]).toEqual([400, foreign]);
  });

  it("belongs to the values of its filters, whatever their order", async () => {
    const first = await reference.request("GET", "/buyers?limit=1&search=shared&external_identifier=shared");
    const next = first.json.next_cursor;
    const again = `/buyers?external_identifier=shared&search=shared&cursor=${next}`;
    const other = `/buyers?external_identifier=shared&search=other&cursor=${next}`;
    expect((await reference.request("GET", again)).status).toBe(200);
    expect((await reference.request("GET", other)).status).toBe(400);
  });

  it("is damaged by any changed, added or missing character", async () => {
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const damaged = [...cursor].map((letter, index) => {
      const other = alphabet[(alphabet.indexOf(letter) + 1) % alphabet.length];
      return `${cursor.slice(0, index)}${other}${cursor.slice(index + 1)}`;
    });
    const forms = [
      ...damaged,
      `${cursor}A`,
      `${cursor}=`,
      cursor.slice(0, -1),
      cursor.slice(1),
      "x",
      "AAAA",
      `é${cursor.slice(1)}`,
    ];
    for (const form of forms) {
      const { json, status } = await reference.request("GET", `/buyers?cursor=${encodeURIComponent(form)}`);
      expect([form, status, json]).toEqual([form, 400, foreign]);
    }
  });

  it.each([
    ["", "string_too_short"],
    ["a".repeat(1001), "string_too_long"],
  ])("of %j is a wrong parameter", async (text, type) => {
    const { json, status } = await reference.request("GET", `/buyers?cursor=${text}`);
    expect([status, json.detail[0].loc, json.detail[0].type]).toEqual([422, ["query", "cursor"], type]);
  });

  it("of 1000 characters is looked at", async () => {
    expect((await reference.request("GET", `/buyers?cursor=${"a".repeat(1000)}`)).status).toBe(400);
  });
});

describe("the cursors of a list", () => {
  const listing = {
    operation: "listBuyers",
    merchantAccountId: "default",
    query: { limit: 1 },
    reader: "ada",
  };
  const secret = Buffer.alloc(32, 7);
  const at = { at: "2026-01-15T12:00:00.000Z", id: "x" };
  const row = json({ id: "x" });

  /** The cursors of a store whose version the test sets. */
  function storeCursors() {
    const store = { secret, current: 1, version: () => store.current };
    const cursorsOf = createCursors(store);
    const written = (rows = [row]) =>
      JSON.parse(cursorsOf(listing).page({ rows, next: at, previous: undefined }, 1)).next_cursor;
    return { cursorsOf, store, written };
  }

  it("give every position back, in the direction in which it was written", () => {
    const position = fc.record({ at: fc.string(), id: fc.string() });
    fc.assert(
      fc.property(position, position, (next, previous) => {
        const page = JSON.parse(storeCursors().cursorsOf(listing).page({ rows: [], next, previous }, 1));
        const cursors = storeCursors().cursorsOf(listing);
        expect(cursors.slice({ cursor: page.next_cursor, limit: 9 })).toEqual({ limit: 9, after: next });
        expect(cursors.slice({ cursor: page.previous_cursor, limit: 9 })).toEqual({
          limit: 9,
          until: previous,
        });
      }),
    );
  });

  it("are worth nothing under another secret", () => {
    const cursor = storeCursors().written();
    const others = createCursors({ secret: Buffer.alloc(32, 8), version: () => 1 })(listing);
    expect(() => others.slice({ cursor, limit: 1 })).toThrow("answered 400");
  });

  it("survive a restart, for they need nothing but the secret", () => {
    const cursor = storeCursors().written();
    const restarted = storeCursors().cursorsOf({ ...listing, query: { limit: 50 } });
    expect(restarted.slice({ cursor, limit: 50 })).toEqual({ limit: 50, after: at });
  });

  it("are remembered, so that nothing need be looked for on their other side while nothing has changed", () => {
    const { cursorsOf, store, written } = storeCursors();
    const cursor = written();
    const slice = () => cursorsOf(listing).slice({ cursor, limit: 1 });
    expect(slice()).toEqual({ limit: 1, after: at, hasNeighbour: true });
    store.current += 1;
    expect(slice()).toEqual({ limit: 1, after: at });
  });

  it("say nothing of their row to another reader, who may see fewer", () => {
    const { cursorsOf, written } = storeCursors();
    const cursor = written();
    const other = cursorsOf({ ...listing, reader: "grace" });
    expect(other.slice({ cursor, limit: 1 })).toEqual({ limit: 1, after: at });
  });

  it("stay foreign to other lists when they are remembered", () => {
    const { cursorsOf, written } = storeCursors();
    const cursor = written();
    const other = cursorsOf({ ...listing, merchantAccountId: "acme" });
    expect(() => other.slice({ cursor, limit: 1 })).toThrow("answered 400");
  });

  it.each([
    ["a page that has a neighbour", [row], at, true],
    ["the first page that is left", [row], undefined, false],
    ["an empty page", [], at, false],
  ])("that led to %s are remembered too, or not", (_, rows, previous, isRemembered) => {
    const cursor = storeCursors().written();
    const { cursorsOf } = storeCursors();
    const call = cursorsOf(listing);
    expect(call.slice({ cursor, limit: 1 })).toEqual({ limit: 1, after: at });
    call.page({ rows, next: undefined, previous }, 1);
    const known = isRemembered ? { hasNeighbour: true } : {};
    expect(cursorsOf(listing).slice({ cursor, limit: 1 })).toEqual({ limit: 1, after: at, ...known });
  });

  it("of an empty page are not remembered, for they point at no row", () => {
    const { cursorsOf, written } = storeCursors();
    expect(cursorsOf(listing).slice({ cursor: written([]), limit: 1 })).toEqual({ limit: 1, after: at });
  });
});
