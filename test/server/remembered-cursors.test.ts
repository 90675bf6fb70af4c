import { randomBytes, randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Exchange } from "../../src/contract/exchange.ts";
import { createApp } from "../../src/server/app.ts";
import { createFaults } from "../../src/server/faults/faults.ts";
import { handlers } from "../../src/server/handlers/table.ts";
import { createJournal } from "../../src/server/journal/journal.ts";
import { openSources } from "../../src/server/sources.ts";
import type { ReferenceStore } from "../../src/server/store/open.ts";
import { parseSeed } from "../../src/server/store/seed/parse-seed.ts";
import { generateKey, type TestKey } from "../helpers/keys.ts";
import { startReference } from "../helpers/server.ts";

const now = () => new Date("2026-03-01T12:00:00.000Z");

function id(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}

interface KeyPair {
  readonly key: TestKey;
  /** None: every account. */
  readonly accounts: readonly string[];
}

function keyPairs(...accounts: readonly (readonly string[])[]): readonly KeyPair[] {
  return accounts.map((own) => ({ key: generateKey(), accounts: own }));
}

// Those with more accounts see more of one and the same list of key pairs.
const readers = keyPairs([], ["default"], ["default", "acme"]);
const newer = keyPairs(["default"], ["default", "acme"]);
const older = keyPairs([], ["default"], ["acme"]);
const all = [...newer, ...readers, ...older];
const user = { id: id(1), name: "Ada Lovelace", email_address: "ada@example.com" };

const seed = await parseSeed(
  JSON.stringify({
    merchant_accounts: [{ id: "acme", display_name: "Acme" }],
    users: [user],
    api_key_pairs: all.map(({ accounts, key }, index) => ({
      id: id(10 + index),
      display_name: `Key ${index}`,
      public_key: key.publicPem,
      role_slugs: ["administrator"],
      merchant_account_ids: accounts,
    })),
    buyers: Array.from({ length: 6 }, (_, index) => ({
      id: id(100 + index),
      display_name: index % 2 === 0 ? "Ada" : "Grace",
    })),
    audit_logs: Array.from({ length: 7 }, (_, index) => ({
      id: id(200 + index),
      timestamp: `2026-01-01T00:00:0${Math.floor(index / 2)}Z`,
      action: index % 3 === 0 ? "created" : "updated",
      resource: { type: "buyer", id: "x" },
      user_id: user.id,
    })),
  }),
  "seed.json",
);

const lists = [
  "/api-key-pairs?",
  "/audit-logs?",
  "/audit-logs?action=created&",
  `/audit-logs?user_id=${user.id}&`,
  "/buyers?",
  "/buyers?search=Ada&",
];

/** A server over the same data to which every look at it is a new version: it trusts no cursor that it remembers. */
function startForgetful(store: ReferenceStore): Exchange {
  let version = 0;
  const growing = () => {
    version += 1;
    return version;
  };
  return createApp({
    store: { ...store, version: growing },
    handlers,
    sources: openSources({ now, newId: () => randomUUID(), randomBytes }),
    embedLimit: 50,
    faults: createFaults([]),
    journal: createJournal(),
    latency: 0,
    sleep: async () => {},
    access: {},
    newControlId: () => randomUUID(),
    reset: async () => true,
    logging: (inner) => inner,
    report: (error) => {
      throw error;
    },
  });
}

interface Asked {
  readonly list: number;
  readonly reader: number;
  readonly limit: number;
  /** One of those that the list has given out, to whomever; none behind the last. */
  readonly cursor: number;
}

async function startTwins() {
  const reference = await startReference({ seed, now });
  const forgetful = startForgetful(reference.store);
  const tokens = readers.map(({ key }) => reference.token({ key }));
  const given = lists.map(() => new Set<string>());

  async function send(exchange: Exchange, target: string, reader: number) {
    const headers = { authorization: `Bearer ${tokens[reader]}` };
    const { body, status } = await exchange({ method: "GET", target, headers });
    return { status, ...JSON.parse(body) };
  }

  function targetOf({ cursor, limit, list }: Asked): string {
    const known = [...(given[list] ?? [])];
    const chosen = known[cursor % (known.length + 1)];
    return `${lists[list]}limit=${limit}${chosen === undefined ? "" : `&cursor=${chosen}`}`;
  }

  async function ask(asked: Asked) {
    const answer = await send(reference.exchange, targetOf(asked), asked.reader);
    for (const cursor of [answer.next_cursor, answer.previous_cursor]) {
      if (typeof cursor === "string") given[asked.list]?.add(cursor);
    }
    return answer;
  }

  async function compare(asked: Asked): Promise<void> {
    const target = targetOf(asked);
    const expected = await send(forgetful, target, asked.reader);
    expect([asked, target, await ask(asked)]).toEqual([asked, target, expected]);
  }

  /** Every cursor of every list, by every reader. */
  async function compareAll(): Promise<void> {
    for (const [list, cursors] of given.entries()) {
      for (let cursor = 0; cursor <= cursors.size; cursor += 1) {
        for (const reader of readers.keys()) await compare({ list, reader, limit: 1 + (cursor % 3), cursor });
      }
    }
  }

  // The first call of a key pair writes its time into what all are shown.
  await reference.request("GET", "/buyers");
  for (const reader of readers.keys()) {
    await send(reference.exchange, "/buyers", reader);
    await send(forgetful, "/buyers", reader);
  }
  return { reference, ask, compareAll };
}

type Twins = Awaited<ReturnType<typeof startTwins>>;

/** What may happen between two pages, or while one is read. */
type Change = (twins: Twins, place: number) => Promise<unknown>;

function steer(method: string, path: string): Change {
  return ({ reference }) => reference.request(method, `/_reference/${path}`);
}

function remove(table: string, first: number): Change {
  const sql = `DELETE FROM ${table} WHERE id = ?`;
  return ({ reference }, place) =>
    reference.store.change((database) => database.run(sql, id(first + (place % 7))));
}

const changes: readonly Change[] = [
  steer("POST", "reset"),
  steer("PUT", "snapshots/kept"),
  steer("POST", "snapshots/kept/restore"),
  ({ reference }, place) => {
    const index = all.length - 1 - (place % all.length);
    const isReader = readers.some((reader) => reader === all[index]);
    return isReader ? Promise.resolve() : reference.request("DELETE", `/api-key-pairs/${id(10 + index)}`);
  },
  remove("audit_logs", 200),
  remove("buyers", 100),
  ({ reference }) => {
    const body = { buyers: [{ display_name: "Ada" }] };
    return reference.request("POST", "/_reference/seed", { body });
  },
];

const asked: fc.Arbitrary<Asked> = fc.record({
  list: fc.nat({ max: lists.length - 1 }),
  reader: fc.nat({ max: readers.length - 1 }),
  limit: fc.integer({ min: 1, max: 3 }),
  cursor: fc.nat({ max: 30 }),
});
const change = fc.record({ change: fc.nat({ max: changes.length - 1 }), place: fc.nat({ max: 50 }) });
const atOnce = fc.array(fc.oneof({ arbitrary: asked, weight: 4 }, { arbitrary: change, weight: 1 }), {
  maxLength: 25,
});

describe("a cursor that is remembered", () => {
  let twins: Twins;
  beforeEach(async () => {
    twins = await startTwins();
  });
  afterEach(() => twins.reference.close());

  /** Whether there are pages in front and behind, as the administrator sees them or another reader. */
  async function neighbours(target: string, reader?: KeyPair): Promise<readonly [boolean, boolean]> {
    const { reference } = twins;
    const token = reference.token(reader === undefined ? {} : { key: reader.key });
    const { json } = await reference.request("GET", target, { token });
    return [json.previous_cursor !== null, json.next_cursor !== null];
  }

  async function nextCursor(target: string): Promise<string> {
    return (await twins.reference.request("GET", target)).json.next_cursor;
  }

  it("tells of no page in front once its row was deleted, and of one again once a snapshot is restored", async () => {
    const behindFirst = `/audit-logs?limit=3&cursor=${await nextCursor("/audit-logs?limit=1")}`;
    await steer("PUT", "snapshots/kept")(twins, 0);
    expect(await neighbours(behindFirst)).toEqual([true, true]);
    await remove("audit_logs", 206)(twins, 0);
    expect(await neighbours(behindFirst)).toEqual([false, true]);
    await steer("POST", "snapshots/kept/restore")(twins, 0);
    expect(await neighbours(behindFirst)).toEqual([true, true]);
  });

  it("tells of no page behind once its row was deleted", async () => {
    const behindLast = await twins.reference.request(
      "GET",
      `/audit-logs?cursor=${await nextCursor("/audit-logs?limit=6")}`,
    );
    const inFront = `/audit-logs?limit=4&cursor=${behindLast.json.previous_cursor}`;
    expect(await neighbours(inFront)).toEqual([true, true]);
    await remove("audit_logs", 200)(twins, 0);
    expect(await neighbours(inFront)).toEqual([true, false]);
  });

  it("tells of no page in front once a reset took its row away", async () => {
    const ada = { display_name: "Ada", created_at: "2026-03-01T12:00:01Z" };
    await twins.reference.request("POST", "/_reference/seed", { body: { buyers: [ada] } });
    const behindFirst = `/buyers?search=Ada&cursor=${await nextCursor("/buyers?search=Ada&limit=1")}`;
    expect(await neighbours(behindFirst)).toEqual([true, false]);
    await steer("POST", "reset")(twins, 0);
    expect(await neighbours(behindFirst)).toEqual([false, false]);
  });

  it("tells of no page in front to a key pair that may not see its row", async () => {
    const behindFirst = `/api-key-pairs?cursor=${await nextCursor("/api-key-pairs?limit=1")}`;
    expect(await neighbours(behindFirst)).toEqual([true, false]);
    expect(await neighbours(behindFirst, readers[1])).toEqual([false, false]);
    expect(await neighbours(behindFirst)).toEqual([true, false]);
  });

  it("gives everybody the page that one gives which is looked up, whatever happens at the same time", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(atOnce, { maxLength: 4 }), async (rounds) => {
        const twins = await startTwins();
        for (const round of rounds) {
          await Promise.all(
            round.map((step) =>
              "list" in step ? twins.ask(step) : changes[step.change]?.(twins, step.place),
            ),
          );
          await twins.compareAll();
        }
        expect(twins.reference.reports).toEqual([]);
        await twins.reference.close();
      }),
      { seed: 20260301, numRuns: 5 },
    );
  });
});
