import type { Api } from "../../client/api.ts";
import type { Context } from "../../context.ts";
import type { Operation } from "../../contract/operation.ts";
import type { Advice } from "../../errors.ts";
import type { FlagValues } from "../../terminal/flags.ts";
import type { Places } from "../read-input-file.ts";
import { beginBulk } from "./begin-bulk.ts";
import type { bulkFlags } from "./bulk-flags.ts";
import type { ResultRow } from "./result-row.ts";
import { againHint, keepResults, leaveOutDone, type ResultsFile } from "./results-file.ts";
import { type ShownBulk, showBulk } from "./show-bulk.ts";
import { addFailures, type BulkTally, checkTally, countRows, tallyText } from "./tally.ts";

/** The changes of a command that makes many. */
interface Job<Item> extends ShownBulk<Item> {
  readonly operation: Operation;
  readonly resultsFile: ResultsFile;
  /** Where the items stand in a file, by their ids. */
  readonly places: Places;
  readonly maxChanges: number | undefined;
  /** Results after which an item needs nothing more. */
  readonly good: readonly string[];
  /** `not created` */
  readonly undone: string;
  /** What the summary calls a result, if not by its own word. */
  readonly words?: Readonly<Record<string, string>>;
  /** Items whose result is known without a request. */
  readonly known?: readonly ResultRow[];
  /** How to continue after a failure, if not by running it again. */
  hint?(): Advice | undefined;
}

/** Does the work, shows a row for each item as it finishes, and ends with a count of each result. */
export async function runJob<Item>(context: Context, job: Job<Item>): Promise<BulkTally> {
  const { resultsFile, known = [], maxChanges, noun, operation } = job;
  const count = job.items.reduce((sum, item) => sum + job.idsOf(item).length, 0);
  await beginBulk(context, operation, { count, noun, maxChanges });
  resultsFile.add(known);
  const tally = await showBulk(context, job);
  countRows(tally, known);
  addFailures(tally, known);
  if (!context.globals.dryRun) {
    await context.output.note(`${noun}: ${tallyText(tally, job.words) || "nothing to do"}`);
  }
  const hint = job.hint?.() ?? againHint(resultsFile.file);
  checkTally(tally, { ...job, total: count + known.length, hint });
  return tally;
}

/** The changes of a command that makes one for each item, several at a time. */
type ItemsJob<Item> = Omit<Job<Item>, "concurrency" | "idsOf" | "resultsFile" | "maxChanges" | "work"> & {
  readonly flags: FlagValues<typeof bulkFlags>;
  idOf(item: Item): string;
  /** Resolves to the result of an item, and the status of its answer; null if nothing was sent. */
  change(api: Api, item: Item, past: ResultsFile["past"]): Promise<Pick<ResultRow, "result" | "status">>;
};

const usualConcurrency = 8;

/** Makes one change for each item that no earlier run has done, a limited number at a time. */
export function changeEach<Item>(context: Context, job: ItemsJob<Item>): Promise<BulkTally> {
  const { flags, idOf, operation, good } = job;
  return keepResults(context, { file: flags.results, operation }, async (resultsFile) => {
    const items = await leaveOutDone(context, { items: job.items, resultsFile, good, idOf });
    return runJob(context, {
      ...job,
      items,
      resultsFile,
      maxChanges: flags.maxChanges,
      concurrency: context.globals.dryRun ? 1 : (flags.concurrency ?? usualConcurrency),
      idsOf: (item) => [idOf(item)],
      work: async (api, item) => {
        const { result, status } = await job.change(api, item, resultsFile.past);
        return { rows: [{ id: idOf(item), result, status, error: null }] };
      },
    });
  });
}
