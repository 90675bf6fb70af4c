import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { parseSeed } from "../../../src/server/seed/parse.ts";
import type { OwnAuditLog } from "../../../src/server/store/records.ts";
import { faithfully } from "../../helpers/faithful.ts";
import { startReference } from "../../helpers/server.ts";
import { shared } from "../../helpers/shared.ts";
import { thorough } from "../../helpers/thorough.ts";

/** The model is an array of the audit logs in the store, in the order of their list. */
interface Row {
  readonly id: string;
  readonly timestamp: string;
}

const accounts = [{ id: "acme", display_name: "Acme" }];
const seed = await parseSeed(JSON.stringify({ merchant_accounts: accounts }), "seed.json");
const reference = await shared(startReference({ seed }));
const faithful = faithfully(reference);
const ask = (target: string, account?: string) => faithful({ target, account });

let made = 0;

/** A row at one of a few seconds, so that many share one; its id is as good as random. */
function newRow(second: number): Row {
  made += 1;
  const scattered = ((made * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, "0");
  const timestamp = new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
  return { id: `${scattered}-0000-4000-8000-${String(made).padStart(12, "0")}`, timestamp };
}

function entry({ id, timestamp }: Row, account = "default"): OwnAuditLog {
  const user = {
    id: "b0000000-0000-4000-8000-000000000001",
    name: "Ada Lovelace",
    email_address: "ada@shop.example",
  };
  return {
    type: "audit-log",
    id,
    timestamp,
    action: "created",
    merchant_account_id: account,
    resource: { type: "buyer", id: "x", name: null },
    user: { type: "user", is_staff: false, status: "active", ...user },
  };
}

function insert(row: Row, account?: string): Promise<number> {
  return reference.store.write((resources) => resources.auditLogs.insert(entry(row, account), 0));
}

function remove({ id }: Row): Promise<number> {
  return reference.store.change((sql) => sql.delete("audit_logs", "id = ?", id));
}

interface Page {
  readonly ids: readonly string[];
  readonly next: string | null;
  readonly previous: string | null;
}

async function page(limit: number, cursor?: string): Promise<Page> {
  const { json, status } = await ask(
    `/audit-logs?limit=${limit}${cursor === undefined ? "" : `&cursor=${cursor}`}`,
  );
  expect([status, json.limit]).toEqual([200, limit]);
  expect(json.items.length).toBeLessThanOrEqual(limit);
  return {
    ids: json.items.map((item: Row) => item.id),
    next: json.next_cursor,
    previous: json.previous_cursor,
  };
}

/** Newest first, the id as tie-break. */
function idsInOrder(rows: Iterable<Row>): string[] {
  const key = ({ id, timestamp }: Row) => `${timestamp} ${id}`;
  return [...rows].sort((a, b) => (key(a) < key(b) ? 1 : -1)).map(({ id }) => id);
}

const limit = fc.integer({ min: 1, max: 6 });
const seconds = fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 20 });
const change = fc.oneof(
  fc.record({ insert: fc.integer({ min: 0, max: 6 }) }),
  fc.record({ remove: fc.nat({ max: 1000 }) }),
);
/** What happens between one page and the next. */
const turns = fc.array(fc.record({ limit, changes: fc.array(change, { maxLength: 3 }) }), { maxLength: 40 });

/** A list that changes while it is read. */
async function startModel(times: readonly number[]) {
  await reference.store.change((sql) => sql.clear("audit_logs"));
  const rows = new Map(times.map(newRow).map((row) => [row.id, row]));
  for (const row of rows.values()) await insert(row);
  /** Rows that were there when the walk began and still are. */
  const lasting = new Map(rows);
  /** Rows that were there at any time. */
  const ever = new Map(rows);

  async function apply(one: { insert: number } | { remove: number }): Promise<void> {
    if ("insert" in one) {
      const row = newRow(one.insert);
      await insert(row);
      rows.set(row.id, row);
      ever.set(row.id, row);
      return;
    }
    const gone = [...rows.values()][one.remove % Math.max(1, rows.size)];
    if (gone === undefined) return;
    await remove(gone);
    rows.delete(gone.id);
    lasting.delete(gone.id);
  }

  return { rows, lasting, ever, apply };
}

/** No walk of these tests needs this many pages; one that does is going in circles. */
const endless = 200;

const settings = { seed: 20260115, numRuns: thorough(30, 120) };

it.each(["next", "previous"] as const)(
  "a walk to the %s page shows no row twice, keeps the order, and misses none that was there all the time",
  async (direction) => {
    await fc.assert(
      fc.asyncProperty(seconds, turns, async (times, steps) => {
        const model = await startModel(times);
        const walked: string[] = [];
        let current = direction === "next" ? await page(3) : await lastPage();
        // After the last step, nothing changes any more; the walk is then bounded by what is left.
        for (let step = 0; step < endless; step++) {
          if (direction === "next") walked.push(...current.ids);
          else walked.unshift(...current.ids);
          const cursor = current[direction];
          if (cursor === null) break;
          const { changes = [], limit: size = 4 } = steps[step] ?? {};
          for (const one of changes) await model.apply(one);
          current = await page(size, cursor);
        }
        expect(new Set(walked).size).toBe(walked.length);
        const seen = walked.flatMap((id) => model.ever.get(id) ?? []);
        expect(walked).toEqual(idsInOrder(seen));
        const missed = [...model.lasting.keys()].filter((id) => !walked.includes(id));
        expect(missed).toEqual([]);
      }),
      settings,
    );
  },
);

it("a walk to and fro offers a page before and one after exactly where rows lie", async () => {
  const moves = fc.array(
    fc.record({
      limit: fc.integer({ min: 1, max: 3 }),
      back: fc.boolean(),
      changes: fc.array(change, { maxLength: 4 }),
    }),
    { maxLength: 30 },
  );
  // Only a few rows, so that all on one side are often removed.
  const few = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 7 });
  await fc.assert(
    fc.asyncProperty(few, moves, async (times, steps) => {
      const model = await startModel(times);
      let current = await page(2);
      for (const { back, changes, limit: size } of steps) {
        const cursor = back ? current.previous : current.next;
        if (cursor === null) continue;
        for (const one of changes) await model.apply(one);
        current = await page(size, cursor);
        const order = idsInOrder(model.rows.values());
        const start = order.indexOf(current.ids[0] ?? "");
        if (start === -1) continue;
        expect(order.slice(start, start + current.ids.length)).toEqual(current.ids);
        const isLast = start + current.ids.length === order.length;
        expect([current.previous === null, current.next === null]).toEqual([start === 0, isLast]);
      }
    }),
    settings,
  );
});

async function lastPage(): Promise<Page> {
  let current = await page(4);
  for (let step = 0; current.next !== null && step < endless; step++) {
    current = await page(4, current.next);
  }
  return current;
}

/** The code that authenticates a cursor precedes its content. */
const codeLength = 22;

describe("a cursor that this list has not given out", () => {
  const logs = "/audit-logs?limit=2";
  const user = "b0000000-0000-4000-8000-000000000001";

  async function givenOut(target: string, account?: string): Promise<string> {
    return (await ask(target, account)).json.next_cursor;
  }

  beforeAll(async () => {
    for (let number = 0; number < 6; number++) {
      await insert(newRow(number));
      await insert(newRow(number), "acme");
    }
  });

  async function refusal(target: string, cursor: string, account?: string) {
    const { json, status } = await ask(`${target}&cursor=${encodeURIComponent(cursor)}`, account);
    return status === 400 ? json.details[0].type : status;
  }

  it("is refused in every list but its own, and taken in its own", async () => {
    const lists: readonly (readonly [string, string?])[] = [
      [logs],
      [logs, "acme"],
      [`${logs}&action=created`],
      [`${logs}&action=created`, "acme"],
      [`${logs}&resource_type=buyer`],
      [`${logs}&user_id=${user}`],
      [`${logs}&user_id=${user}&action=created`],
      [`${logs}&user_id=${user}&resource_type=buyer&action=created`],
    ];
    const foreign = ["/buyers?limit=2", "/api-key-pairs?limit=2", "/buyers?limit=2&search=created"];
    for (const [home, account] of lists) {
      const cursor = await givenOut(home, account);
      const outcomes = await Promise.all(lists.map(([target, own]) => refusal(target, cursor, own)));
      expect(outcomes).toEqual(
        lists.map(([target, own]) => (target === home && own === account ? 200 : "invalid_cursor")),
      );
      const elsewhere = await Promise.all(foreign.map((target) => refusal(target, cursor)));
      expect(elsewhere).toEqual(foreign.map(() => "invalid_cursor"));
    }
  });

  it("is the same one whatever the limit and however its user is spelt", async () => {
    const cursor = await givenOut(`${logs}&user_id=${user}`);
    expect(await refusal(`/audit-logs?limit=99&user_id=${user.toUpperCase()}`, cursor)).toBe(200);
    expect(await refusal(`/audit-logs?user_id=${user}&unknown=1`, cursor)).toBe(200);
  });

  it("is refused when it is forged, cut, longer, spelt otherwise or put together from two", async () => {
    const cursor = await givenOut(logs);
    const other = await givenOut("/audit-logs?limit=3");
    const code = cursor.slice(0, codeLength);
    const content = Buffer.from(cursor.slice(codeLength), "base64url").toString();
    const [at, id] = JSON.parse(content);
    const back = (await ask(`${logs}&cursor=${cursor}`)).json.previous_cursor;
    const withContent = (value: unknown) => code + Buffer.from(JSON.stringify(value)).toString("base64url");
    const forms = [
      ...[...cursor].map((_, index) => cursor.slice(0, index) + cursor.slice(index + 1)),
      ...Array.from({ length: cursor.length * 6 }, (_, bit) => flipBit(cursor, bit)),
      ...["A", "=", "==", " ", "\n", "\0", ".", cursor].flatMap((more) => [cursor + more, more + cursor]),
      code + Buffer.from(content).toString("base64"),
      code + Buffer.from(content).toString("hex"),
      encodeURIComponent(`${cursor}=`),
      content,
      Buffer.from(content).toString("base64url"),
      withContent([id, at]),
      withContent([at, "00000000-0000-0000-0000-000000000000"]),
      withContent([at, id, "more"]),
      withContent({ after: { at, id } }),
      withContent(null),
      other.slice(0, 20) + cursor.slice(20),
      // The two cursors of one boundary share their content, but nothing of their codes.
      back.slice(0, 11) + cursor.slice(11),
      back + content,
      cursor.slice(0, 24) + other.slice(24),
      Buffer.alloc(16).toString("base64url"),
      Buffer.alloc(200, 255).toString("base64url"),
    ].filter((form) => form !== cursor);
    const outcomes = new Set<unknown>();
    for (const form of forms) outcomes.add(await refusal(logs, form));
    expect([...outcomes]).toEqual(["invalid_cursor"]);
    expect(await refusal(logs, cursor)).toBe(200);
    expect([back.slice(codeLength), await refusal(logs, back)]).toEqual([cursor.slice(codeLength), 200]);
  });

  it("is refused or found malformed whatever its text", async () => {
    const text = fc.oneof(fc.string({ unit: "binary", maxLength: 30 }), fc.stringMatching(/^[\w-]{1,200}$/));
    await fc.assert(
      fc.asyncProperty(text, async (cursor) => {
        expect(await refusal(logs, cursor)).toBe(cursor === "" ? 422 : "invalid_cursor");
      }),
      { seed: 20260115, numRuns: thorough(75, 300) },
    );
  });
});

/** Every character of base64url encodes six bits, by its place here. */
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

function flipBit(cursor: string, bit: number): string {
  const index = Math.floor(bit / 6);
  const value = alphabet.indexOf(cursor.charAt(index));
  return cursor.slice(0, index) + alphabet.charAt(value ^ (1 << (bit % 6))) + cursor.slice(index + 1);
}
