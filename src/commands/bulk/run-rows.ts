import type { Api } from "../../client/api.ts";
import type { Context } from "../../context.ts";
import type { Operation } from "../../contract/operation.ts";
import type { FlagValues } from "../../terminal/flags.ts";
import type { Results } from "../../terminal/output.ts";
import type { Places } from "../read-input-file.ts";
import { beginBulk } from "./begin-bulk.ts";
import type { bulkFlags } from "./bulk-flags.ts";
import { failedRow, type ResultRow, skippedRow } from "./result-row.ts";
import { againHint, type Kept, keepResults, leaveOutDone } from "./results-file.ts";
import type { Bulk } from "./run-bulk.ts";
import { showBulk } from "./show-bulk.ts";
import { type BulkTally, checkTally, tallyText } from "./tally.ts";

/** The same work for many items, a row of results for each. */
interface RowsJob<Item> {
  readonly operation: Operation;
  readonly items: readonly Item[];
  /** Where the items stand in a file, by their ids. */
  readonly places: Places;
  readonly flags: FlagValues<typeof bulkFlags>;
  readonly results: Results;
  /** Results after which an item needs nothing more. */
  readonly good: readonly string[];
  readonly words: {
    /** `merchant accounts` */
    readonly items: string;
    /** For the progress line: `created`. */
    readonly done: string;
    /** `not created` */
    readonly otherwise: string;
    /** What the summary calls a result, if not by its own word. */
    readonly results?: Readonly<Record<string, string>>;
  };
  idOf(item: Item): string;
  work(api: Api, item: Item, past: Kept["past"]): Promise<ResultRow>;
  /** Adds the fields that every row of this work has. */
  complete?(item: Item, row: ResultRow): ResultRow;
}

/** Does the work, shows a row for each item as it finishes, and ends with a count of each result. */
export function runRows<Item>(context: Context, job: RowsJob<Item>): Promise<BulkTally> {
  const { flags, operation } = job;
  return keepResults(context, { file: flags.results, operation }, (kept) => runKept(context, job, kept));
}

const usualConcurrency = 8;

async function runKept<Item>(context: Context, job: RowsJob<Item>, kept: Kept): Promise<BulkTally> {
  const { flags, good, words, idOf } = job;
  const { dryRun } = context.globals;
  const items = await leaveOutDone(context, { items: job.items, kept, done: good, idOf });
  const extent = { count: items.length, items: words.items, maxChanges: flags.maxChanges };
  await beginBulk(context, job.operation, extent);
  const api = await context.api();
  const concurrency = dryRun ? 1 : (flags.concurrency ?? usualConcurrency);
  const tally = await showBulk(context, {
    bulk: bulkOf(job, { api, items, kept, concurrency }),
    kept,
    items: words.items,
    doing: words.done,
    results: job.results,
  });
  if (!dryRun)
    await context.output.note(`${words.items}: ${tallyText(tally, words.results) || "nothing to do"}`);
  checkTally(tally, {
    total: items.length,
    good,
    items: words.items,
    otherwise: words.otherwise,
    places: job.places,
    hint: againHint(kept.file),
  });
  return tally;
}

interface Run<Item> {
  readonly api: Api;
  readonly items: readonly Item[];
  readonly kept: Kept;
  readonly concurrency: number;
}

function bulkOf<Item>(job: RowsJob<Item>, { api, items, kept, concurrency }: Run<Item>): Bulk<Item> {
  const { idOf, work, complete = (_, row) => row } = job;
  return {
    items,
    concurrency,
    idsOf: (item) => [idOf(item)],
    work: async (item) => ({ rows: [complete(item, await work(api, item, kept.past))] }),
    failed: (item, error) => ({ rows: [complete(item, failedRow(idOf(item), error))] }),
    skipped: (item) => ({ rows: [complete(item, skippedRow(idOf(item)))] }),
  };
}
