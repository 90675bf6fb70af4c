import { applySeed } from "../../../src/server/seed/apply.ts";
import { openConnections } from "../../../src/server/store/postgres/connections.ts";
import { createDialect, sqlOn as sqlOnPostgres } from "../../../src/server/store/postgres/dialect.ts";
import { migrate as migratePostgres } from "../../../src/server/store/postgres/migrations.ts";
import { createResources } from "../../../src/server/store/resources.ts";
import { rootDataset } from "../../../src/server/store/schema.ts";
import type { Sql, SqlValue } from "../../../src/server/store/sql.ts";
import { openDatabase, sqlOn } from "../../../src/server/store/sqlite/database.ts";
import { takeFile } from "../../../src/server/store/sqlite/database-file.ts";
import { migrate } from "../../../src/server/store/sqlite/migrations.ts";
import type { ReferenceStore } from "../../../src/server/store/store.ts";
import { isPostgres } from "../../helpers/engine.ts";
import { freshAddress } from "../postgres/servers.ts";
import { job, seed } from "./calls.ts";
import { made } from "./stores.ts";

/** A statement that has reached the engine. */
export interface Sent {
  readonly text: string;
  /** How many rows it has found or changed. */
  readonly rows: number;
}

/** A database with two datasets: the root, which has rows in every table, and one that has none. */
export interface Datasets {
  /** Runs work on the statements of a dataset and undoes it; resolves to what it has sent. */
  trying(dataset: number, work: (sql: Sql) => Promise<unknown>): Promise<readonly Sent[]>;
  /** The steps of a statement's plan that read a table by anything but an index of the root's rows. */
  readOtherwise(text: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

export const emptyDataset = 2;

const makeEmpty = `INSERT INTO SCHEMA.datasets (id, kind, name, parent) VALUES (${emptyDataset}, 'world', 'empty', 1)`;

export function openDatasets(): Promise<Datasets> {
  return isPostgres ? openPostgresDatasets() : openSqliteDatasets();
}

async function fill(sql: Sql): Promise<void> {
  const resources = createResources(sql);
  const store = {
    now: () => new Date(made.at),
    newId: () => crypto.randomUUID(),
    write: (work) => work(resources, 0),
  } satisfies Partial<ReferenceStore>;
  await applySeed(store as unknown as ReferenceStore, seed);
  await resources.accountUpdaterJobs.insert(job);
  await resources.notes.keep("note", "text");
}

/** Rows that say something: a count of nothing is none. */
function countFound(rows: readonly object[]): number {
  return rows.filter((row) => Object.values(row).some((value) => value !== 0)).length;
}

async function openSqliteDatasets(): Promise<Datasets> {
  const database = await openDatabase(":memory:");
  takeFile(database);
  migrate(database);
  database.run(makeEmpty.replace("SCHEMA", "main"));
  await fill(sqlOn(database, rootDataset));
  return {
    async trying(dataset, work) {
      const sent: Sent[] = [];
      const recording: typeof database = {
        ...database,
        run(text, ...values) {
          const rows = database.run(text, ...values);
          sent.push({ text, rows });
          return rows;
        },
        get(text, ...values) {
          return recording.all<never>(text, ...values)[0];
        },
        all<Row>(
          text: string,
          ...values: Parameters<typeof database.run> extends [string, ...infer V] ? V : never
        ) {
          const rows = database.all<Row & object>(text, ...values);
          sent.push({ text, rows: countFound(rows) });
          return rows;
        },
      };
      database.exec("BEGIN");
      try {
        await work(sqlOn(recording, dataset));
      } finally {
        database.exec("ROLLBACK");
      }
      return sent;
    },
    async readOtherwise(text) {
      const values = text.match(/\?/g)?.map((): SqlValue => null) ?? [];
      const explained = `EXPLAIN QUERY PLAN ${text}`;
      const plan = database.all<{ detail: string }>(explained, { $dataset: rootDataset }, ...values);
      return plan
        .map(({ detail }) => detail)
        .filter((step) => /^(?:SCAN|SEARCH) (?!CONSTANT ROW)/.test(step) && !step.includes("(dataset=?"));
    },
    close: async () => database.close(),
  };
}

interface Plan {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Cond"?: string;
  readonly Plans?: readonly Plan[];
}

async function openPostgresDatasets(): Promise<Datasets> {
  const connections = await openConnections(await freshAddress());
  const { label, schema } = connections;
  const dialect = createDialect(schema);
  await connections.use(async (connection) => {
    await migratePostgres({ connection, schema, label });
    await connection.query(makeEmpty.replace("SCHEMA", schema));
    await fill(sqlOnPostgres({ connection, dialect, dataset: rootDataset }));
  });

  function readOtherwise(plan: Plan): readonly string[] {
    const table = plan["Node Type"] === "ModifyTable" ? undefined : plan["Relation Name"];
    const isOurs = table === undefined || plan["Index Cond"]?.includes(`dataset = ${rootDataset}`);
    return [...(isOurs ? [] : [table]), ...(plan.Plans ?? []).flatMap(readOtherwise)];
  }

  return {
    async trying(dataset, work) {
      const sent: Sent[] = [];
      await connections.use(async (connection) => {
        const recording: typeof connection = {
          async query(statement) {
            const answer = await connection.query<{ count?: number }>(statement);
            const rows = answer.command === "SELECT" ? countFound(answer.rows) : (answer.rowCount ?? 0);
            sent.push({ text: typeof statement === "string" ? statement : statement.text, rows });
            return answer as never;
          },
        };
        await connection.query("BEGIN");
        try {
          await work(sqlOnPostgres({ connection: recording, dialect, dataset }));
        } finally {
          await connection.query("ROLLBACK");
        }
      });
      return sent;
    },
    async readOtherwise(text) {
      const values = [rootDataset, ...Array.from(new Set(text.match(/\$\d+/g)), () => null).slice(1)];
      const { rows } = await connections.use((connection) =>
        connection.query<{ plan: string }>(`EXPLAIN (FORMAT JSON) ${text}`, values),
      );
      return readOtherwise(JSON.parse(Object.values(rows[0] ?? {})[0] ?? "")[0].Plan);
    },
    close: connections.close,
  };
}
