import { expect, test } from "vitest";
import type { Database, SqlValue } from "../../../src/server/store/database.ts";
import { openDatabase } from "../../../src/server/store/database.ts";
import { migrate } from "../../../src/server/store/migrations.ts";
import type { Seed } from "../../../src/server/store/seed/seed.ts";
import type { Slice } from "../../../src/server/store/store.ts";
import { apiKeyPairs } from "../../../src/server/store/tables/api-key-pairs.ts";
import type { AuditLogFilter } from "../../../src/server/store/tables/audit-logs.ts";
import { auditLogs } from "../../../src/server/store/tables/audit-logs.ts";
import type { BuyerFilter } from "../../../src/server/store/tables/buyers.ts";
import { buyers } from "../../../src/server/store/tables/buyers.ts";
import { threeDsConfigurations } from "../../../src/server/store/tables/three-ds-configurations.ts";
import { id, parsedAll, seededStore } from "./stores.ts";

const buyerSeed = {
  merchant_accounts: [{ id: "other", display_name: "Other" }],
  buyers: [
    { id: id(1), display_name: "Ada", external_identifier: "a-1" },
    { id: id(2), display_name: "a-1", external_identifier: "a-2" },
    { id: id(3), display_name: "a-3", external_identifier: "a-3" },
    { id: id(4), display_name: "Ada", external_identifier: null },
    { id: id(5), display_name: null, external_identifier: null },
    { id: id(6), display_name: "Ada", external_identifier: "a-1", merchant_account_id: "other" },
  ],
};

async function buyerIds(filter: Omit<BuyerFilter, "hidePersonalData">): Promise<string[]> {
  const store = await seededStore(buyerSeed);
  const wanted = { ...filter, hidePersonalData: false };
  const page = await store.read((resources) => resources.buyers.page(wanted, { limit: 20 }));
  return parsedAll(page.rows).map((buyer) => buyer.id);
}

test.each([
  [{}, [1, 2, 3, 4, 5]],
  [{ search: "Ada" }, [1, 4]],
  [{ search: "a-1" }, [1, 2]],
  [{ search: "a-3" }, [3]],
  [{ search: "ada" }, []],
  [{ search: "" }, []],
  [{ externalIdentifier: "a-1" }, [1]],
  [{ externalIdentifier: "a-2", search: "a-1" }, [2]],
  [{ externalIdentifier: "a-1", search: "a-1" }, [1]],
  [{ externalIdentifier: "a-1", search: "nobody" }, []],
])("finds the buyers of an account by %j", async (filter, expected) => {
  expect(await buyerIds({ merchantAccountId: "default", ...filter })).toEqual(expected.map(id));
});

test("finds a buyer in their own account only", async () => {
  expect(await buyerIds({ merchantAccountId: "other", search: "Ada" })).toEqual([id(6)]);
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
])("finds audit logs by %j", async (filter, expected) => {
  const store = await seededStore(logSeed);
  const wanted = { merchantAccountId: "default", ...filter };
  const page = await store.read((resources) => resources.auditLogs.page(wanted, { limit: 20 }));
  expect(parsedAll(page.rows).map((log) => log.id)).toEqual(expected.map(id));
});

/** Plans of every statement that is run, instead of its rows. */
async function plansOf(work: (database: Database) => Promise<unknown>): Promise<string[]> {
  const database = await openDatabase(":memory:");
  migrate(database);
  const plans: string[] = [];

  function explain(sql: string, values: readonly SqlValue[]): void {
    const steps = database.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values);
    plans.push(...steps.map((step) => step.detail));
  }

  await work({
    ...database,
    all(sql, ...values) {
      explain(sql, values);
      return [];
    },
    get(sql, ...values) {
      explain(sql, values);
      return undefined;
    },
  });
  database.close();
  return plans;
}

const place = { at: "2031-01-01T00:00:00.000Z", id: id(1) };
const slices: Slice[] = [{ limit: 20 }, { limit: 20, after: place }, { limit: 20, before: place }];
const merchantAccountId = "default";
const queries: [string, (database: Database, slice: Slice) => Promise<unknown>][] = [
  ...[{}, { search: "x" }, { externalIdentifier: "x" }, { search: "x", externalIdentifier: "y" }].map(
    (filter): (typeof queries)[number] => [
      `buyers ${JSON.stringify(filter)}`,
      (database, slice) =>
        buyers(database).page({ merchantAccountId, hidePersonalData: true, ...filter }, slice),
    ],
  ),
  ...[
    {},
    { action: "x" },
    { userId: "x" },
    { resourceType: "x" },
    { action: "x", userId: "x" },
    { action: "x", resourceType: "x" },
    { userId: "x", resourceType: "x" },
    { action: "x", userId: "x", resourceType: "x" },
  ].map((filter): (typeof queries)[number] => [
    `audit logs ${JSON.stringify(filter)}`,
    (database, slice) => auditLogs(database).page({ merchantAccountId, ...filter }, slice),
  ]),
  ["api key pairs", (database, slice) => apiKeyPairs(database).page({}, slice)],
  ["3DS configurations", (database) => threeDsConfigurations(database).list(merchantAccountId, "EUR")],
];

test.each(queries)("a page of %s is read in the order of an index and never sorted", async (_, query) => {
  for (const slice of slices) {
    const plans = await plansOf((database) => query(database, slice));
    expect(plans.length).toBeGreaterThan(0);
    expect(plans.filter((plan) => plan.includes("TEMP B-TREE FOR ORDER BY"))).toEqual([]);
    expect(plans.filter((plan) => /^SCAN (?!api_key_pairs USING INDEX|role|account)/.test(plan))).toEqual([]);
  }
});
