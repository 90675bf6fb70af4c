import fc from "fast-check";
import { expect, test } from "vitest";
import { auditActions } from "../../../../src/contract/words.ts";
import { emptySeed, type Seed } from "../../../../src/server/seed/seed.ts";
import type { OwnAuditLog, Slice } from "../../../../src/server/store/records.ts";
import { type AuditLogFilter, auditLogs } from "../../../../src/server/store/tables/audit-logs.ts";
import { runs } from "../../../helpers/engine.ts";
import { queryPlans } from "../query-plans.ts";
import { id, parsedAll, seededStore } from "../stores.ts";

const account = { merchantAccountId: "default" };

const drawnLog = fc.record({
  action: fc.constantFrom(...auditActions),
  user: fc.constantFrom(id(101), id(102)),
  type: fc.constantFrom("buyer", "rule"),
  second: fc.integer({ min: 0, max: 5 }),
});

const drawnFilter = fc.record(
  {
    action: fc.constantFrom(...auditActions, "none"),
    userId: fc.constantFrom(id(101), id(102), id(103)),
    resourceType: fc.constantFrom("buyer", "rule", "none"),
  },
  { requiredKeys: [] },
);

type Drawn = typeof drawnLog extends fc.Arbitrary<infer Value> ? Value : never;

function auditLog({ action, second, type, user }: Drawn, number: number): OwnAuditLog {
  return {
    type: "audit-log",
    id: id(number),
    timestamp: new Date(Date.UTC(2031, 0, 1, 0, 0, second)).toISOString(),
    action,
    merchant_account_id: "default",
    resource: { type, id: "x", name: null },
    user: { type: "user", id: user, name: "Ada", email_address: "a@b.c", is_staff: false, status: "active" },
  };
}

/** The entries that match a filter, newest first, found by checking each. */
function wantedIds(logs: readonly OwnAuditLog[], filter: Partial<AuditLogFilter>): string[] {
  const { action, resourceType, userId } = filter;
  return logs
    .filter((log) => action === undefined || log.action === action)
    .filter((log) => userId === undefined || log.user.id === userId)
    .filter((log) => resourceType === undefined || log.resource.type === resourceType)
    .toSorted((a, b) => (`${a.timestamp} ${a.id}` < `${b.timestamp} ${b.id}` ? 1 : -1))
    .map((log) => log.id);
}

test("pages by any filters hold every log that has them all, in order, forward and back", async () => {
  const drawn = fc.array(drawnLog, { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(drawn, drawnFilter, fc.integer({ min: 1, max: 7 }), async (rows, filter, limit) => {
      const logs = rows.map(auditLog);
      const store = await seededStore(emptySeed());
      await store.write(async (resources) => {
        for (const log of logs) await resources.auditLogs.insert(log, 0);
      });
      const ask = (slice: Omit<Slice, "limit">) =>
        store.read((resources) => resources.auditLogs.page({ ...account, ...filter }, { limit, ...slice }));
      let page = await ask({});
      const forward = [parsedAll(page.rows)];
      while (page.next) {
        page = await ask({ after: page.next });
        forward.push(parsedAll(page.rows));
      }
      const back = [parsedAll(page.rows)];
      while (page.previous) {
        page = await ask({ until: page.previous });
        back.unshift(parsedAll(page.rows));
      }
      expect(forward.flat().map((log) => log.id)).toEqual(wantedIds(logs, filter));
      expect(back).toEqual(forward);
      await store.close();
    }),
    runs(100),
  );
});

const [ada, bob] = [id(101), id(102)];

const logSeed: Seed = {
  users: [
    { id: ada, name: "Ada Lovelace", email_address: "ada@example.com" },
    { id: bob, name: "Bob Example", email_address: "bob@example.com" },
  ],
  audit_logs: [
    { id: id(1), action: "created", user_id: ada, resource: { type: "buyer", id: "x" } },
    { id: id(2), action: "updated", user_id: ada, resource: { type: "buyer", id: "x" } },
    { id: id(3), action: "created", user_id: bob, resource: { type: "buyer", id: "x" } },
    { id: id(4), action: "created", user_id: ada, resource: { type: "rule", id: "x" } },
    { id: id(5), action: "updated", user_id: bob, resource: { type: "rule", id: "x" } },
  ],
};

test.each<[Partial<AuditLogFilter>, number[]]>([
  [{}, [1, 2, 3, 4, 5]],
  [{ action: "created" }, [1, 3, 4]],
  [{ userId: ada }, [1, 2, 4]],
  [{ resourceType: "rule" }, [4, 5]],
  [{ action: "created", userId: ada }, [1, 4]],
  [{ action: "updated", resourceType: "buyer" }, [2]],
  [{ userId: bob, resourceType: "rule" }, [5]],
  [{ action: "created", userId: ada, resourceType: "buyer" }, [1]],
  [{ action: "voided" }, []],
  [{ action: "none" }, []],
  [{ action: "voided", userId: ada }, []],
  [{ resourceType: "none", userId: ada }, []],
  [{ merchantAccountId: "other" }, []],
])("audit logs are found by %j", async (filter, expected) => {
  const store = await seededStore(logSeed);
  const wanted = { ...account, ...filter };
  const page = await store.read((resources) => resources.auditLogs.page(wanted, { limit: 20 }));
  expect(parsedAll(page.rows).map((log) => log.id)).toEqual(expected.map(id));
});

const columns = { action: "action", userId: "user_id", resourceType: "resource_type" } as const;
const names = ["action", "userId", "resourceType"] as const;
const combinations = Array.from({ length: 8 }, (_, bits) =>
  names.filter((_name, place) => bits & (1 << place)),
);
const place = { at: "2031-01-01T00:00:00.000Z", id: id(1) };

test.each(combinations.map((wanted) => [wanted.join(" and ") || "nothing", wanted] as const))(
  "logs by %s are found only through an index, however few there are",
  async (_, wanted) => {
    const filter = Object.fromEntries(wanted.map((name) => [name, "x"]));
    const slices: Slice[] = [{ limit: 20 }, { limit: 20, after: place }, { limit: 20, until: place }];
    for (const slice of slices) {
      const { searches } = await queryPlans((sql) => auditLogs(sql).page({ ...account, ...filter }, slice));
      expect(searches.length).toBeGreaterThan(0);
      for (const search of searches) {
        for (const name of wanted) expect(search).toMatch(new RegExp(`\\b${columns[name]} ?=`));
      }
    }
  },
);
