import { expect, test } from "vitest";
import type { Slice } from "../../../../src/server/store/records.ts";
import type { Sql } from "../../../../src/server/store/sql.ts";
import { apiKeyPairs } from "../../../../src/server/store/tables/api-key-pairs.ts";
import { auditLogs } from "../../../../src/server/store/tables/audit-logs.ts";
import { buyers } from "../../../../src/server/store/tables/buyers.ts";
import { threeDsConfigurations } from "../../../../src/server/store/tables/three-ds-configurations.ts";
import { queryPlans } from "../query-plans.ts";
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
    (sql, slice) => auditLogs(sql).page({ merchantAccountId, ...filter }, slice),
  ]),
  ["api key pairs", (sql, slice) => apiKeyPairs(sql).page({}, slice)],
  ["3DS configurations", (sql) => threeDsConfigurations(sql).list(merchantAccountId, "EUR")],
];

test.each(queries)("a page of %s is read in the order of an index and never sorted", async (_, query) => {
  for (const slice of slices) {
    const { scans, searches, sorts } = await queryPlans((sql) => query(sql, slice));
    expect(searches.length + scans.length).toBeGreaterThan(0);
    expect(sorts).toEqual([]);
    expect(scans.filter((scan) => !/^SCAN (?:api_key_pairs USING INDEX|role|account)/.test(scan))).toEqual(
      [],
    );
  }
});
