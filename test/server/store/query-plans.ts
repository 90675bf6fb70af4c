import { rootDataset } from "../../../src/server/store/schema.ts";
import { createSql, type Sql } from "../../../src/server/store/sql.ts";
import { once } from "../../../src/values/once.ts";
import { isPostgres } from "../../helpers/engine.ts";
import { openStatements } from "./statements.ts";

/** How the tested engine would carry out some statements. */
export interface QueryPlans {
  /** Steps that read rows by a condition on an index, with that condition. */
  readonly searches: readonly string[];
  /** Steps that read all rows of a table, or of one joined to it. */
  readonly scans: readonly string[];
  /** Steps that sort what was read. */
  readonly sorts: readonly string[];
}

/** One for all plans of a test file; its connection does not keep the process alive. */
const openOnce = once(openStatements);

/** The plans of every SELECT that runs; none of them finds a row. */
export async function queryPlans(work: (sql: Sql) => Promise<unknown>): Promise<QueryPlans> {
  const { schema, use } = await openOnce();
  const steps: string[] = [];
  await use((statements) => {
    const explaining: typeof statements = {
      ...statements,
      async all(text, ...values) {
        const explain = isPostgres ? "EXPLAIN" : "EXPLAIN QUERY PLAN";
        const plan = await statements.all<Record<string, string>>(`${explain} ${text}`, ...values);
        steps.push(...plan.map((row) => (row["detail"] ?? row["QUERY PLAN"] ?? "").trim()));
        return [];
      },
    };
    return work(createSql(schema)(explaining, rootDataset));
  });
  return {
    searches: steps.filter((step) => /^SEARCH|Index Cond:/.test(step)),
    scans: steps.filter((step) => /^SCAN|Seq Scan/.test(step)),
    sorts: steps.filter((step) => /TEMP B-TREE FOR ORDER BY|Sort Key:/.test(step)),
  };
}
