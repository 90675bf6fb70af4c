import { applySeed } from "../../../src/server/seed/apply.ts";
import { createResources } from "../../../src/server/store/resources.ts";
import { rootDataset } from "../../../src/server/store/schema.ts";
import { createSql, type Sql } from "../../../src/server/store/sql.ts";
import type { ReferenceStore } from "../../../src/server/store/store.ts";
import { isPostgres } from "../../helpers/engine.ts";
import { job, seed } from "./calls.ts";
import { openStatements, recording, type Sent } from "./statements.ts";
import { made } from "./stores.ts";

export type Datasets = Awaited<ReturnType<typeof openDatasets>>;

export const emptyDataset = 2;

/** A database with two datasets: the root, which has rows in every table, and one that has none. */
export async function openDatasets() {
  const { close, schema, use } = await openStatements();
  const sqlOn = createSql(schema);
  await use(async (statements) => {
    await statements.run(
      `INSERT INTO ${schema}.datasets (id, kind, name, parent) VALUES (${emptyDataset}, 'world', 'empty', 1)`,
    );
    await fill(sqlOn(statements, rootDataset));
  });
  return {
    /** Runs work on the statements of a dataset and undoes it; resolves to what it has sent. */
    async trying(dataset: number, work: (sql: Sql) => Promise<unknown>): Promise<readonly Sent[]> {
      const sent: Sent[] = [];
      await use(async (statements) => {
        await statements.run("BEGIN");
        try {
          await work(sqlOn(recording(statements, sent), dataset));
        } finally {
          await statements.run("ROLLBACK");
        }
      });
      return sent;
    },
    /** The steps of a statement's plan that read a table by anything but an index of the root's rows. */
    readOtherwise: ({ text, values }: Sent): Promise<readonly string[]> =>
      use(async ({ all }) => {
        if (!isPostgres) {
          const plan = await all<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`, ...values);
          return plan.map(({ detail }) => detail).filter(isOtherStep);
        }
        const [row = {}] = await all(`EXPLAIN (FORMAT JSON) ${text}`, ...values);
        return otherTables(JSON.parse(Object.values(row)[0] ?? "")[0].Plan);
      }),
    close,
  };
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

function isOtherStep(step: string): boolean {
  return /^(?:SCAN|SEARCH) (?!CONSTANT ROW)/.test(step) && !step.includes("(dataset=?");
}

interface Plan {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Cond"?: string;
  readonly Plans?: readonly Plan[];
}

function otherTables(plan: Plan): readonly string[] {
  const table = plan["Node Type"] === "ModifyTable" ? undefined : plan["Relation Name"];
  const isOurs = table === undefined || plan["Index Cond"]?.includes(`dataset = ${rootDataset}`);
  return [...(isOurs ? [] : [table]), ...(plan.Plans ?? []).flatMap(otherTables)];
}
