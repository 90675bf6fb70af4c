import { openConnections } from "../../../src/server/store/postgres/connections.ts";
import { createDialect, sqlOn as sqlOnPostgres } from "../../../src/server/store/postgres/dialect.ts";
import { migrate as migratePostgres } from "../../../src/server/store/postgres/migrations.ts";
import { rootDataset } from "../../../src/server/store/schema.ts";
import type { Sql, SqlValue } from "../../../src/server/store/sql.ts";
import { dialect, openDatabase, sqlOn } from "../../../src/server/store/sqlite/database.ts";
import { migrate } from "../../../src/server/store/sqlite/migrations.ts";
import { once } from "../../../src/values/once.ts";
import { isPostgres } from "../../helpers/engine.ts";
import { freshAddress } from "../postgres/servers.ts";

/** How the tested engine would carry out some statements. */
export interface QueryPlans {
  /** Steps that read rows by a condition on an index, with that condition. */
  readonly searches: readonly string[];
  /** Steps that read all rows of a table, or of one joined to it. */
  readonly scans: readonly string[];
  /** Steps that sort what was read. */
  readonly sorts: readonly string[];
}

type Work = (sql: Sql) => Promise<unknown>;

/** The plans of every statement that runs; none of them finds a row. */
export async function queryPlans(work: Work): Promise<QueryPlans> {
  const steps = isPostgres ? await postgresSteps(work) : await sqliteSteps(work);
  return {
    searches: steps.filter((step) => /^SEARCH|Index Cond:/.test(step)),
    scans: steps.filter((step) => /^SCAN|Seq Scan/.test(step)),
    sorts: steps.filter((step) => /TEMP B-TREE FOR ORDER BY|Sort Key:/.test(step)),
  };
}

async function sqliteSteps(work: Work): Promise<string[]> {
  const database = await openDatabase(":memory:");
  migrate(database);
  const steps: string[] = [];

  function explain(sql: string, values: readonly SqlValue[]): void {
    const text = `EXPLAIN QUERY PLAN ${dialect.select(sql).text}`;
    const plan = database.all<{ detail: string }>(text, { $dataset: rootDataset }, ...values);
    steps.push(...plan.map(({ detail }) => detail));
  }

  await work({
    ...sqlOn(database, rootDataset),
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
  return steps;
}

/** A schema for all plans of a test file; its connection does not keep the process alive. */
const openSchema = once(async () => {
  const connections = await openConnections(await freshAddress());
  const { label, schema } = connections;
  await connections.use((connection) => migratePostgres({ connection, schema, label }));
  return connections;
});

async function postgresSteps(work: Work): Promise<string[]> {
  const connections = await openSchema();
  const dialect = createDialect(connections.schema);
  const steps: string[] = [];
  await connections.use(async (connection) => {
    const explaining: typeof connection = {
      async query(statement) {
        // Statements of the dialect have a name, under which they would be prepared.
        const { text = "", values = [] } = typeof statement === "string" ? {} : statement;
        const explained = { text: `EXPLAIN ${text}`, values };
        const plan = await connection.query<{ "QUERY PLAN": string }>(explained);
        steps.push(...plan.rows.map((row) => row["QUERY PLAN"].trim()));
        return { ...plan, rows: [], rowCount: 0 };
      },
    };
    await work(sqlOnPostgres({ connection: explaining, dialect, dataset: rootDataset }));
  });
  return steps;
}
