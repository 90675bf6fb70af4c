import type { Sql, SqlValue } from "../../../../src/server/store/sql.ts";
import { openDatabase, sqlOn } from "../../../../src/server/store/sqlite/database.ts";
import { migrate } from "../../../../src/server/store/sqlite/migrations.ts";

/** How SQLite would go about every statement that is run, step by step; no statement finds a row. */
export async function queryPlans(work: (sql: Sql) => Promise<unknown>): Promise<string[]> {
  const database = await openDatabase(":memory:");
  migrate(database);
  const plans: string[] = [];

  function explain(sql: string, values: readonly SqlValue[]): void {
    const steps = database.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values);
    plans.push(...steps.map((step) => step.detail));
  }

  await work({
    ...sqlOn(database),
    async all(sql, ...values) {
      explain(sql, values);
      return [];
    },
    async get(sql, ...values) {
      explain(sql, values);
      return undefined;
    },
  });
  database.close();
  return plans;
}
