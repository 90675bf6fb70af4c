import type { Context } from "../context.ts";
import type { FlagValues } from "../terminal/flags.ts";
import type { ListPage, Results } from "../terminal/output.ts";
import { type bulkFlags, usualConcurrency } from "./bulk-flags.ts";
import { failedRow, skippedRow } from "./failed-row.ts";
import { gather } from "./gather.ts";
import { goOn, type Remainder } from "./go-on.ts";
import type { Past } from "./past.ts";
import type { ResultRow } from "./result-row.ts";
import type { Bulk } from "./run-bulk.ts";
import { checkTally, showBulk } from "./show-bulk.ts";
import { type Tally, tallyText } from "./tally.ts";

/** The same work for many items, a row of results for each. */
export interface RowsJob<Item> {
  readonly items: readonly Item[];
  readonly flags: FlagValues<typeof bulkFlags>;
  readonly results: Results;
  /** Results after which an item needs nothing more. */
  readonly good: readonly string[];
  readonly words: {
    /** `merchant accounts` */
    readonly items: string;
    /** For the progress line: `created`. */
    readonly done: string;
    /** `were not created` */
    readonly otherwise: string;
    /** What the summary calls a result, where that is not its own word. */
    readonly results?: Readonly<Record<string, string>>;
  };
  idOf(item: Item): string;
  work(item: Item, past: Past): Promise<ResultRow>;
  /** Puts into a row what every row of this work has. */
  complete?(item: Item, row: ResultRow): ResultRow;
}

/** Does the work, shows a row for each item as it is done, and says at the end how many there were of what. */
export async function runRows<Item>(context: Context, job: RowsJob<Item>): Promise<Tally> {
  const { flags, good, words, idOf } = job;
  const { dryRun } = context.globals;
  const left = await goOn(context, { items: job.items, files: flags, final: good, idOf });
  const tally = await showBulk(context, {
    bulk: bulkOf(job, left, dryRun ? 1 : (flags.concurrency ?? usualConcurrency)),
    ...(dryRun ? {} : { ledger: left.openLedger() }),
    doing: words.done,
    show: (pages) => show(context, job.results, pages),
  });
  if (!dryRun)
    await context.output.note(`${words.items}: ${tallyText(tally, words.results) || "nothing to do"}`);
  const file = flags.results ?? flags.resume;
  checkTally(tally, {
    total: left.items.length,
    good,
    otherwise: `${words.items} ${words.otherwise}`,
    hint: `run it again${file === undefined ? "" : ` with --resume ${file}`}; what is done stays as it is`,
  });
  return tally;
}

function bulkOf<Item>(job: RowsJob<Item>, left: Remainder<Item>, concurrency: number): Bulk<Item> {
  const { idOf, work, complete = (_, row) => row } = job;
  return {
    items: left.items,
    concurrency,
    idsOf: (item) => [idOf(item)],
    work: async (item) => ({ rows: [complete(item, await work(item, left.past))] }),
    failed: (item, error) => ({ rows: [complete(item, failedRow(idOf(item), error))] }),
    skipped: (item) => ({ rows: [complete(item, skippedRow(idOf(item)))] }),
  };
}

/** What is seen under `--dry-run` are the requests, which show themselves. */
async function show(context: Context, results: Results, pages: AsyncIterable<ListPage>): Promise<void> {
  if (context.globals.dryRun) for await (const _ of pages);
  else await results.list(context.output.format === "table" ? gather(pages) : pages);
}
