import { expect, test } from "vitest";
import type { Slice } from "../../../../src/server/store/records.ts";
import type { Sql } from "../../../../src/server/store/sql.ts";
import { apiKeyPairs } from "../../../../src/server/store/tables/api-key-pairs.ts";
import { auditLogs } from "../../../../src/server/store/tables/audit-logs.ts";
import { buyers } from "../../../../src/server/store/tables/buyers.ts";
import { threeDsConfigurations } from "../../../../src/server/store/tables/three-ds-configurations.ts";
import { type QueryPlans, queryPlans } from "../query-plans.ts";
import { id } from "../stores.ts";

const place = { at: "2031-01-01T00:00:00.000Z", id: id(1) };
const slices: Slice[] = [{ limit: 20 }, { limit: 20, after: place }, { limit: 20, until: place }];
const merchantAccountId = "default";
const queries: [string, (sql: Sql, slice: Slice) => Promise<unknown>][] = [
  ...[{}, { search: "x" }, { externalIdentifier: "x" }, { search: "x", externalIdentifier: "y" }].map(
    (filter): (typeof queries)[number] => [
      `buyers ${JSON.stringify(filter)}`,
      (sql, slice) => buyers(sql).page({ merchantAccountId, hidePersonalData: true, ...filter }, slice),
    ],
  ),
  ["api key pairs", (sql, slice) => apiKeyPairs(sql).page({}, slice)],
  ["3DS configurations", (sql) => threeDsConfigurations(sql).list(merchantAccountId, "EUR")],
];

async function plansOf(query: (typeof queries)[number][1]) {
  const plans: QueryPlans[] = [];
  for (const slice of slices) plans.push(await queryPlans((sql) => query(sql, slice)));
  for (const { scans, searches, sorts } of plans) {
    expect(searches.length + scans.length).toBeGreaterThan(0);
    expect(sorts).toEqual([]);
    const others = scans.filter((scan) => !/^SCAN (?:api_key_pairs USING INDEX|role|account)/.test(scan));
    expect(others).toEqual([]);
  }
  return plans;
}

test.each(queries)("a page of %s is read in the order of an index and never sorted", async (_, query) => {
  await plansOf(query);
});

const columns = { action: "action", userId: "user_id", resourceType: "resource_type" } as const;
const names = ["action", "userId", "resourceType"] as const;
const combinations = Array.from({ length: 8 }, (_, bits) =>
  names.filter((_name, place) => bits & (1 << place)),
);

test.each(combinations.map((wanted) => [wanted.join(" and ") || "nothing", wanted] as const))(
  "logs by %s are likewise found, only through an index, however few there are",
  async (_, wanted) => {
    const filter = Object.fromEntries(wanted.map((name) => [name, "x"]));
    for (const { searches } of await plansOf((sql, slice) =>
      auditLogs(sql).page({ merchantAccountId, ...filter }, slice),
    )) {
      expect(searches.length).toBeGreaterThan(0);
      for (const search of searches) {
        for (const name of wanted) expect(search).toMatch(new RegExp(`\\b${columns[name]} ?=`));
      }
    }
  },
);
