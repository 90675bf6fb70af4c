import { expect, test } from "vitest";
import type { AuditLog, OwnAuditLog, Position, Rows, Slice } from "../../../src/server/store/records.ts";
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
    remove: (log: string) => store.change((sql) => sql.delete("audit_logs", "id = ?", log)),
  };
}

function idsOf(page: Rows<AuditLog>): string[] {
  return parsedAll(page.rows).map((log) => log.id ?? "");
}

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
