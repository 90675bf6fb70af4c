import fc from "fast-check";
import { expect, test } from "vitest";
import type { AuditLog, OwnAuditLog, Position, Rows, Slice } from "../../../src/server/store/records.ts";
import { runs } from "../../helpers/engine.ts";
import { id, openTestStore, parsedAll, seededStore } from "./stores.ts";

const account = { merchantAccountId: "default" };

function auditLog(number: number, second: number): OwnAuditLog {
  return {
    type: "audit-log",
    id: id(number),
    timestamp: new Date(Date.UTC(2031, 0, 1, 0, 0, second)).toISOString(),
    action: "created",
    merchant_account_id: "default",
    resource: { type: "buyer", id: "b", name: null },
    user: {
      type: "user",
      id: id(1),
      name: "Ada Lovelace",
      email_address: "ada@example.com",
      is_staff: false,
      status: "active",
    },
  };
}

/** What orders it in the store before its id does: all of them are made at the same moment, 0. */
function timeOf(log: OwnAuditLog): string {
  return `${log.timestamp}${"0".repeat(11)}`;
}

async function logStore(seconds: readonly number[]) {
  const store = await seededStore({});
  for (const [number, second] of seconds.entries()) {
    await store.write((resources) => resources.auditLogs.insert(auditLog(number, second), 0));
  }
  return {
    page: (slice: Slice) => store.read((resources) => resources.auditLogs.page(account, slice)),
    insert: (number: number, second: number) =>
      store.write((resources) => resources.auditLogs.insert(auditLog(number, second), 0)),
    remove: (log: string) => store.change((sql) => sql.delete("audit_logs", "id = ?", log)),
    close: () => store.close(),
  };
}

function idsOf(page: Rows<AuditLog>): string[] {
  return parsedAll(page.rows).map((log) => log.id ?? "");
}

/** Newest first, ids as tie-break. */
function sorted(logs: readonly OwnAuditLog[]): OwnAuditLog[] {
  return logs.toSorted((a, b) => (`${a.timestamp} ${a.id}` < `${b.timestamp} ${b.id}` ? 1 : -1));
}

function isBehind(log: OwnAuditLog, place: Position): boolean {
  return timeOf(log) < place.at || (timeOf(log) === place.at && log.id < place.id);
}

const seconds = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 25 });
const limit = fc.integer({ min: 1, max: 7 });

const change = fc.oneof(
  fc.record({ kind: fc.constant("insert" as const), second: fc.integer({ min: 0, max: 5 }) }),
  fc.record({ kind: fc.constant("delete" as const), place: fc.nat() }),
);
const step = fc.record({ changes: fc.array(change, { maxLength: 4 }), back: fc.boolean() });

test("a page follows its position exactly while rows come and go between the calls", async () => {
  await fc.assert(
    fc.asyncProperty(seconds, limit, fc.array(step, { maxLength: 8 }), async (times, size, steps) => {
      const logs = await logStore(times);
      let model = times.map((second, number) => auditLog(number, second));
      let number = times.length;
      let page = await logs.page({ limit: size });
      for (const { changes, back } of steps) {
        for (const one of changes) {
          if (one.kind === "insert") {
            await logs.insert(number, one.second);
            model.push(auditLog(number++, one.second));
          } else {
            const gone = model[one.place % Math.max(1, model.length)];
            if (gone) await logs.remove(gone.id);
            model = model.filter((log) => log !== gone);
          }
        }
        const position = back ? page.previous : page.next;
        if (position === undefined) continue;
        page = await logs.page({ limit: size, ...(back ? { until: position } : { after: position }) });
        const all = sorted(model);
        const behind = all.filter((log) => isBehind(log, position));
        const inFront = all.filter((log) => !isBehind(log, position));
        const expected = back ? inFront.slice(-size) : behind.slice(0, size);
        expect(idsOf(page)).toEqual(expected.map((log) => log.id));
        const newest = expected.at(0);
        const oldest = expected.at(-1);
        // An empty page comes before everything or after everything.
        const newer = newest ? all.slice(0, all.indexOf(newest)) : all.filter(() => !back);
        const older = oldest ? all.slice(all.indexOf(oldest) + 1) : all.filter(() => back);
        expect(page.previous !== undefined).toBe(newer.length > 0);
        expect(page.next !== undefined).toBe(older.length > 0);
      }
      await logs.close();
    }),
    runs(80),
  );
});

test("a page emptied by deletions leads back to the row that it follows", async () => {
  const logs = await logStore([3, 2, 1]);
  const first = await logs.page({ limit: 2 });
  await logs.remove(id(2));
  const emptied = await logs.page({ limit: 2, ...(first.next && { after: first.next }) });
  expect(idsOf(emptied)).toEqual([]);
  expect(emptied.next).toBeUndefined();
  const back = await logs.page({ limit: 2, ...(emptied.previous && { until: emptied.previous }) });
  expect(idsOf(back)).toEqual([id(0), id(1)]);
});

test("an empty list has no neighbours", async () => {
  const store = await openTestStore();
  const page = await store.read((resources) => resources.auditLogs.page(account, { limit: 20 }));
  expect(page).toEqual({ rows: [], next: undefined, previous: undefined });
});

test.each([
  ["00000000-0000-0000-0000-000000000000", "the lowest"],
  ["ffffffff-ffff-ffff-ffff-ffffffffffff", "the highest"],
])("an emptied page leads back to a row of its own time with the id %s, %s", async (extreme) => {
  const store = await seededStore({});
  const insert = (log: OwnAuditLog) => store.write((resources) => resources.auditLogs.insert(log, 0));
  const page = (slice: Slice) => store.read((resources) => resources.auditLogs.page(account, slice));
  const log = { ...auditLog(1, 5), id: extreme };
  await insert(log);

  const behind = await page({ limit: 9, after: { at: timeOf(log), id: extreme } });
  expect([behind.rows.length, behind.next]).toEqual([0, undefined]);
  expect(idsOf(await page({ limit: 9, until: expectPosition(behind.previous) }))).toEqual([extreme]);

  const inFront = await page({ limit: 9, until: { at: timeOf(log), id: `${extreme}~` } });
  expect([inFront.rows.length, inFront.previous]).toEqual([0, undefined]);
  expect(idsOf(await page({ limit: 9, after: expectPosition(inFront.next) }))).toEqual([extreme]);
});

function expectPosition(position: Position | undefined): Position {
  if (position === undefined) throw new Error("The page leads nowhere");
  return position;
}
