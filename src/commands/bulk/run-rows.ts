import type { Api } from "../../client/api.ts";
import type { Context } from "../../context.ts";
import type { Operation } from "../../contract/operation.ts";
import { CallError } from "../../errors.ts";
import type { HeldLock } from "../../files/lock.ts";
import type { FlagValues } from "../../terminal/flags.ts";
import type { Results } from "../../terminal/output.ts";
import type { Places } from "../read-input-file.ts";
import { beginBulk } from "./begin-bulk.ts";
import { type bulkFlags, resultsFile, usualConcurrency } from "./bulk-flags.ts";
import type { Past } from "./ledger.ts";
import { failedRow, type ResultRow, skippedRow } from "./result-row.ts";
import { holdResults, type Remainder, resumeHint, skipSettled } from "./resume.ts";
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
  work(api: Api, item: Item, past: Past): Promise<ResultRow>;
  /** Adds the fields that every row of this work has. */
  complete?(item: Item, row: ResultRow): ResultRow;
}

/** Does the work, shows a row for each item as it finishes, and ends with a count of each result. */
export function runRows<Item>(context: Context, job: RowsJob<Item>): Promise<BulkTally> {
  const file = context.globals.dryRun ? undefined : resultsFile(job.flags);
  return holdResults(file, (held) => runHeld(context, job, held));
}

async function runHeld<Item>(context: Context, job: RowsJob<Item>, held: HeldLock): Promise<BulkTally> {
  const { flags, good, words, idOf } = job;
  const { dryRun } = context.globals;
  const left = await skipSettled(context, { items: job.items, files: flags, held, final: good, idOf });
  const extent = { count: left.items.length, items: words.items, maxChanges: flags.maxChanges };
  await beginBulk(context, job.operation, extent);
  const api = await context.api();
  const tally = await showBulk(context, {
    bulk: bulkOf(job, { api, left, concurrency: dryRun ? 1 : (flags.concurrency ?? usualConcurrency) }),
    ...(dryRun ? {} : { ledger: await left.openLedger() }),
    items: words.items,
    doing: words.done,
    results: job.results,
  });
  if (!dryRun)
    await context.output.note(`${words.items}: ${tallyText(tally, words.results) || "nothing to do"}`);
  checkTally(tally, {
    total: left.items.length,
    good,
    items: words.items,
    otherwise: words.otherwise,
    places: job.places,
    hint: hintOf(resultsFile(flags)),
  });
  return tally;
}

/** Only a results file knows what is done. */
function hintOf(file: string | undefined): string {
  const again = `once that is fixed, ${resumeHint(file)}`;
  return file === undefined
    ? `${again}; to repeat only what is left the next time, add: --results FILE`
    : `${again}; what is already done is not repeated`;
}

interface Run<Item> {
  readonly api: Api;
  readonly left: Remainder<Item>;
  readonly concurrency: number;
}

function bulkOf<Item>(job: RowsJob<Item>, { api, left, concurrency }: Run<Item>): Bulk<Item> {
  const { idOf, work, complete = (_, row) => row } = job;
  return {
    items: left.items,
    concurrency,
    idsOf: (item) => [idOf(item)],
    work: async (item) => ({ rows: [complete(item, await work(api, item, left.past))] }),
    failed: (item, error) => ({
      rows: [complete(item, failedRow(idOf(item), error))],
      isInDoubt: error instanceof CallError && error.call.inDoubt === true,
    }),
    skipped: (item) => ({ rows: [complete(item, skippedRow(idOf(item)))] }),
  };
}
