import { expect, test } from "vitest";
import type { Slice } from "../../../../src/server/store/records.ts";
import { auditLogs } from "../../../../src/server/store/tables/audit-logs.ts";
import { queryPlans } from "../query-plans.ts";
import { id } from "../stores.ts";

const account = { merchantAccountId: "default" };

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
