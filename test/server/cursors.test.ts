import fc from "fast-check";
import { expect, it } from "vitest";
import { createCursors } from "../../src/server/cursors.ts";
import { parseSeed } from "../../src/server/seed/parse.ts";
import { failureShape } from "../helpers/failure-shape.ts";
import { generateKey } from "../helpers/keys.ts";
import { type Reference, startReference } from "../helpers/server.ts";
import { fresh, shared } from "../helpers/shared.ts";

const buyers = Array.from({ length: 5 }, (_, index) => ({
  display_name: index < 4 ? "Ada Lovelace" : "Grace Hopper",
  external_identifier: "shared",
}));
const seed = {
  merchant_accounts: [{ id: "acme", display_name: "Acme" }],
  buyers: [...buyers, ...buyers.map((buyer) => ({ ...buyer, merchant_account_id: "acme" }))],
  audit_logs: [],
};
const reference = await shared(startReference({ seed: await parseSeed(JSON.stringify(seed), "seed.json") }));
const cursor: string = (await reference.request("GET", "/buyers?limit=2")).json.next_cursor;

const foreign = failureShape(400, "bad_request", "The cursor is damaged or belongs to another list", {
  details: [
    {
      location: "query",
      pointer: "cursor",
      message: "The cursor is damaged or belongs to another list",
      type: "invalid_cursor",
    },
  ],
});

it("a cursor is base64url of at most 1000 characters", () => {
  expect(cursor).toMatch(/^[A-Za-z0-9_-]{1,1000}$/);
});

it.each([
  ["another operation", "/audit-logs?", {}],
  ["a filter that was not there", "/buyers?search=Ada%20Lovelace&", {}],
  ["another filter", "/buyers?external_identifier=shared&", {}],
  ["another merchant account", "/buyers?", { "x-service-merchant-account-id": "acme" }],
])("a cursor is foreign to %s", async (_, target, headers) => {
  const { json, status } = await reference.request("GET", `${target}cursor=${cursor}`, { headers });
  expect([status, json]).toEqual([400, foreign]);
});

it.each([
  ["", "string_too_short"],
  ["a".repeat(1001), "string_too_long"],
])("a cursor of %j is a wrong parameter", async (text, type) => {
  const { json, status } = await reference.request("GET", `/buyers?cursor=${text}`);
  expect([status, json.detail[0].loc, json.detail[0].type]).toEqual([422, ["query", "cursor"], type]);
});

it("a cursor of 1000 characters is read", async () => {
  expect((await reference.request("GET", `/buyers?cursor=${"a".repeat(1000)}`)).status).toBe(400);
});

const listing = { operation: "listBuyers", merchantAccountId: "default", query: { limit: 1 } };
const secret = Buffer.alloc(32, 7);
const at = { at: "2026-01-15T12:00:00.000Z", id: "x" };
const written = JSON.parse(
  createCursors(secret)(listing).page({ rows: [], next: at, previous: undefined }, 1),
).next_cursor;

it("cursors give every position back, in the direction in which it was written", () => {
  const position = fc.record({ at: fc.string(), id: fc.string() });
  fc.assert(
    fc.property(position, position, (next, previous) => {
      const cursors = createCursors(secret)(listing);
      const page = JSON.parse(cursors.page({ rows: [], next, previous }, 1));
      expect(cursors.slice({ cursor: page.next_cursor, limit: 9 })).toEqual({ limit: 9, after: next });
      expect(cursors.slice({ cursor: page.previous_cursor, limit: 9 })).toEqual({
        limit: 9,
        until: previous,
      });
    }),
  );
});

it("cursors made with another secret are refused", () => {
  const others = createCursors(Buffer.alloc(32, 8))(listing);
  expect(() => others.slice({ cursor: written, limit: 1 })).toThrow("answered 400");
});

it("cursors survive a restart, because they need nothing but the secret", () => {
  const restarted = createCursors(Buffer.from(secret))({ ...listing, query: { limit: 50 } });
  expect(restarted.slice({ cursor: written, limit: 50 })).toEqual({ limit: 50, after: at });
});

/** Whether there are newer rows and older ones. */
function neighbours({ json }: Awaited<ReturnType<Reference["request"]>>): readonly [boolean, boolean] {
  return [json.previous_cursor !== null, json.next_cursor !== null];
}

it("a page has a previous page only for a key pair that may see its rows", async () => {
  const key = generateKey();
  const pairs = [
    { display_name: "Newer", public_key: generateKey().publicPem },
    {
      display_name: "Restricted",
      public_key: key.publicPem,
      role_slugs: ["administrator"],
      merchant_account_ids: ["default"],
      created_at: "2026-01-01T00:00:00Z",
    },
  ];
  const parsed = await parseSeed(JSON.stringify({ api_key_pairs: pairs }), "seed.json");
  const server = await fresh(startReference({ seed: parsed }));
  const all = await server.request("GET", "/api-key-pairs");
  const place = all.json.items.findIndex((pair: { display_name: string }) => pair.display_name === "Newer");
  const first = await server.request("GET", `/api-key-pairs?limit=${place + 1}`);
  const second = `/api-key-pairs?cursor=${first.json.next_cursor}`;
  expect(neighbours(await server.request("GET", second))).toEqual([true, false]);
  const token = server.token({ key });
  expect(neighbours(await server.request("GET", second, { token }))).toEqual([false, false]);
});

it("a page has no previous page once its rows are gone, and has one again once they are back", async () => {
  const server = await fresh(startReference({ seed: await parseSeed(JSON.stringify(seed), "seed.json") }));
  const first = await server.request("GET", "/buyers?limit=1");
  const second = `/buyers?limit=1&cursor=${first.json.next_cursor}`;
  await server.request("PUT", "/_reference/snapshots/kept");
  expect(neighbours(await server.request("GET", second))).toEqual([true, true]);
  await server.store.change((sql) => sql.delete("buyers", "id = ?", first.json.items[0].id));
  expect(neighbours(await server.request("GET", second))).toEqual([false, true]);
  await server.request("POST", "/_reference/snapshots/kept/restore");
  expect(neighbours(await server.request("GET", second))).toEqual([true, true]);
});
