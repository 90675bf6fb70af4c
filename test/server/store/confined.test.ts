import { afterAll, beforeAll, expect, test } from "vitest";
import { UsageError } from "../../../src/errors.ts";
import { ConflictError } from "../../../src/server/store/records.ts";
import { createResources } from "../../../src/server/store/resources.ts";
import { rootDataset } from "../../../src/server/store/schema.ts";
import type { Sql } from "../../../src/server/store/sql.ts";
import { isPostgres } from "../../helpers/engine.ts";
import { calls } from "./calls.ts";
import { type Datasets, emptyDataset, openDatasets } from "./confinement.ts";
import type { Sent } from "./statements.ts";

let datasets: Datasets;
beforeAll(async () => {
  datasets = await openDatasets();
});
afterAll(() => datasets.close());

/** What all methods send on a dataset. */
async function tour(dataset: number): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  for (const [name, verbs] of Object.entries(calls)) {
    for (const [verb, all] of Object.entries(verbs)) {
      for (const values of all) {
        const call = (sql: Sql) => {
          // biome-ignore lint/suspicious/noExplicitAny: the table has the type of each method's values
          const resources: any = createResources(sql);
          return resources[name][verb](...values).catch(ignoreMissing);
        };
        sent.push(...(await datasets.trying(dataset, call)));
      }
    }
  }
  return sent;
}

/** What a new row points at may not be there. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof ConflictError || error instanceof UsageError)) throw error;
}

test("every statement of the tables finds rows of its own dataset by an index, and none of another", async () => {
  const sent = await tour(rootDataset);
  const texts = new Map(sent.map((each) => [each.text, each]));
  expect(new Set(texts.keys())).toEqual(new Set(sent.filter(({ rows }) => rows > 0).map(({ text }) => text)));
  const elsewhere = (await tour(emptyDataset)).filter(({ text }) => !text.startsWith("INSERT"));
  expect(elsewhere.length).toBeGreaterThan(100);
  expect(elsewhere.filter(({ rows }) => rows > 0)).toEqual([]);
  for (const [text, each] of texts) {
    expect({ text, otherwise: await datasets.readOtherwise(each) }).toEqual({ text, otherwise: [] });
  }
});

const ada = "display_name = 'Ada'";

test.each<[string, number, (sql: Sql) => Promise<unknown>]>([
  ["a condition with OR", 3, (sql) => sql.update("buyers", { body: "" }, "FALSE OR TRUE")],
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
  const [found] = await datasets.trying(rootDataset, work);
  expect(found?.rows).toBe(count);
  const [other] = await datasets.trying(emptyDataset, work);
  expect(other?.rows).toBe(0);
});

/** In words of SQLite, and of PostgreSQL unless the dialect itself refuses it. */
test.each<[string, (sql: Sql) => Promise<unknown>, string, string?]>([
  ["a change", (sql) => sql.all("DELETE FROM buyers RETURNING id"), "only a SELECT can be confined"],
  [
    "a WITH of its own",
    (sql) => sql.all("WITH a AS (DELETE FROM buyers) SELECT 1"),
    "only a SELECT can be confined",
  ],
  ["a table of no dataset", (sql) => sql.all("SELECT 1 FROM datasets"), "no table of a dataset is named"],
  ["a comment at the end", (sql) => sql.delete("buyers", "TRUE --"), "incomplete input", "syntax error"],
])("%s is refused", async (_, work, words, inPostgres = words) => {
  await expect(datasets.trying(rootDataset, work)).rejects.toThrow(isPostgres ? inPostgres : words);
});

// SQLite prepares the first statement of a text, and no other.
test.runIf(isPostgres)("a second statement is refused", async () => {
  const work = (sql: Sql) => sql.all("SELECT 1; DELETE FROM buyers");
  await expect(datasets.trying(rootDataset, work)).rejects.toThrow("multiple commands");
});
