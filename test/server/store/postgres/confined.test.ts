import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { UsageError } from "../../../../src/errors.ts";
import { applySeed } from "../../../../src/server/seed/apply.ts";
import { openConnections } from "../../../../src/server/store/postgres/connections.ts";
import { createDialect, sqlOn } from "../../../../src/server/store/postgres/dialect.ts";
import { openPostgresStorage } from "../../../../src/server/store/postgres/storage.ts";
import { createResources } from "../../../../src/server/store/resources.ts";
import { rootDataset } from "../../../../src/server/store/schema.ts";
import type { Sql } from "../../../../src/server/store/sql.ts";
import { ConflictError } from "../../../../src/server/store/store.ts";
import { once } from "../../../../src/values/once.ts";
import { freshAddress } from "../../postgres/servers.ts";
import { made } from "../stores.ts";
import { calls, issued, job, seed } from "./calls.ts";

interface Sent {
  readonly text: string;
  /** How many rows it has found or changed. */
  readonly rows: number;
}

/** Two datasets of one database, for all tests: the root, which has rows in every table, and one that has none. */
const openDatasets = once(async () => {
  const address = await freshAddress();
  const sources = { now: () => new Date(made.at), newId: () => randomUUID(), randomBytes };
  const storage = await openPostgresStorage({ database: address, ...sources });
  const { root } = storage;
  await applySeed(root.store, seed);
  await root.store.write(async ({ accountUpdaterJobs, apiKeyPairs, notes }) => {
    await accountUpdaterJobs.insert(job);
    await apiKeyPairs.insertIssued(issued, new Date(0));
    await notes.keep("note", "text");
  });
  const empty = Number(await storage.makeImage({ sources }, async () => {}));
  const connections = await openConnections(address);
  afterAll(() => Promise.all([connections.close(), storage.close()]));
  return { connections, dialect: createDialect(connections.schema), empty };
});

type Datasets = Awaited<ReturnType<typeof openDatasets>>;

/** Runs work on the statements of a dataset and undoes it; resolves to what it has sent. */
async function trying(
  { connections, dialect }: Datasets,
  dataset: number,
  work: (sql: Sql) => Promise<unknown>,
) {
  const sent: Sent[] = [];
  await connections.use(async (connection) => {
    const recording: typeof connection = {
      async query(statement) {
        const answer = await connection.query<{ count?: number }>(statement);
        const found = answer.rows.filter((row) => Object.values(row).some((value) => value !== 0)).length;
        const rows = answer.command === "SELECT" ? found : (answer.rowCount ?? 0);
        sent.push({ text: typeof statement === "string" ? statement : statement.text, rows });
        return answer as never;
      },
    };
    await connection.query("BEGIN");
    try {
      await work(sqlOn({ connection: recording, dialect, dataset }));
    } finally {
      await connection.query("ROLLBACK");
    }
  });
  return sent;
}

/** What all methods send on a dataset. */
async function tour(datasets: Datasets, dataset: number): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  for (const [name, verbs] of Object.entries(calls)) {
    for (const [verb, all] of Object.entries(verbs)) {
      for (const values of all) {
        const call = (sql: Sql) => {
          // biome-ignore lint/suspicious/noExplicitAny: the table has the type of each method's values
          const resources: any = createResources(sql);
          return resources[name][verb](...values).catch(ignoreMissing);
        };
        sent.push(...(await trying(datasets, dataset, call)));
      }
    }
  }
  return sent;
}

/** What a new row points at may not be there. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof ConflictError || error instanceof UsageError)) throw error;
}

function isInsertion({ text }: Sent): boolean {
  return text.startsWith("INSERT");
}

interface Plan {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Cond"?: string;
  readonly Plans?: readonly Plan[];
}

/** The tables that a plan reads by anything but an index of the dataset's rows. */
function readOtherwise(plan: Plan): readonly string[] {
  const table = plan["Node Type"] === "ModifyTable" ? undefined : plan["Relation Name"];
  const isOurs = table === undefined || plan["Index Cond"]?.includes(`dataset = ${rootDataset}`);
  return [...(isOurs ? [] : [table]), ...(plan.Plans ?? []).flatMap(readOtherwise)];
}

async function planOf({ connections }: Datasets, text: string): Promise<Plan> {
  const values = [rootDataset, ...Array.from(new Set(text.match(/\$\d+/g)), () => null).slice(1)];
  const { rows } = await connections.use((connection) =>
    connection.query<{ plan: string }>(`EXPLAIN (FORMAT JSON) ${text}`, values),
  );
  return JSON.parse(Object.values(rows[0] ?? {})[0] ?? "")[0].Plan;
}

test("every statement of the tables finds rows of its own dataset by an index, and none of another", async () => {
  const datasets = await openDatasets();
  const sent = await tour(datasets, rootDataset);
  const texts = new Set(sent.map(({ text }) => text));
  expect(texts).toEqual(new Set(sent.filter(({ rows }) => rows > 0).map(({ text }) => text)));
  const elsewhere = (await tour(datasets, datasets.empty)).filter((one) => !isInsertion(one));
  expect(elsewhere.length).toBeGreaterThan(100);
  expect(elsewhere.filter(({ rows }) => rows > 0)).toEqual([]);
  for (const text of texts) {
    expect({ text, otherwise: readOtherwise(await planOf(datasets, text)) }).toEqual({ text, otherwise: [] });
  }
});

const ada = "display_name = 'Ada'";

test.each<[string, number, (sql: Sql) => Promise<unknown>]>([
  [
    "an update with a subselect in what it sets",
    3,
    (sql) =>
      sql.update("buyers", {
        set: "display_name = (SELECT body FROM users WHERE users.id = users.id LIMIT 1)",
        where: ada,
      }),
  ],
  ["a condition with OR", 3, (sql) => sql.update("buyers", { set: "body = ''", where: "FALSE OR TRUE" })],
  ["a deletion with a subselect", 3, (sql) => sql.delete("buyer_names", "name IN (SELECT 'Ada' FROM users)")],
  ["a union", 5, (sql) => sql.all("SELECT id FROM users UNION SELECT id FROM buyers")],
  ["a name in capitals", 3, (sql) => sql.all("SELECT 1 FROM BUYERS")],
  ["a text with a keyword", 3, (sql) => sql.all(`SELECT ' WHERE FROM users ' FROM buyers WHERE ${ada}`)],
  ["a quoted name", 3, (sql) => sql.all(`SELECT 1 FROM "buyers" AS "WHERE" WHERE ${ada}`)],
  [
    "a list of tables",
    3,
    (sql) => sql.all(`SELECT 1 FROM roles AS a, buyers b WHERE ${ada} AND a.slug = 'boss'`),
  ],
])("%s is confined to its dataset", async (_, count, work) => {
  const datasets = await openDatasets();
  const [found] = await trying(datasets, rootDataset, work);
  expect(found?.rows).toBe(count);
  const [other] = await trying(datasets, datasets.empty, work);
  expect(other?.rows).toBe(0);
});

test.each<[string, (sql: Sql) => Promise<unknown>, string]>([
  ["a change", (sql) => sql.all("DELETE FROM buyers RETURNING id"), "only a SELECT can be confined"],
  ["a second statement", (sql) => sql.all("SELECT 1; DELETE FROM buyers"), "multiple commands"],
  [
    "a WITH of its own",
    (sql) => sql.all("WITH a AS (DELETE FROM buyers) SELECT 1"),
    "only a SELECT can be confined",
  ],
  ["a table of no dataset", (sql) => sql.all("SELECT 1 FROM datasets"), 'relation "datasets" does not exist'],
  ["a comment at the end", (sql) => sql.delete("buyers", "TRUE --"), "syntax error"],
  [
    "a condition in what is set",
    (sql) => sql.update("buyers", { set: "body = '' WHERE TRUE --", where: "TRUE" }),
    "syntax error",
  ],
])("%s is refused", async (_, work, words) => {
  await expect(trying(await openDatasets(), rootDataset, work)).rejects.toThrow(words);
});
