import type { Context } from "../context.ts";
import { PartialError } from "../errors.ts";
import type { ListPage, Results } from "../terminal/output.ts";
import { gather } from "./gather.ts";
import { goOnHint } from "./go-on.ts";
import { type Ledger, noLedger } from "./ledger.ts";
import { type Bulk, runBulk } from "./run-bulk.ts";
import { shareText } from "./share-text.ts";
import { createTally, grouped, type Tally } from "./tally.ts";

export interface BulkRun<Item> {
  readonly bulk: Bulk<Item>;
  /** Where results are written besides standard output. */
  readonly ledger?: Ledger;
  /** A word for the progress line: `created`. */
  readonly doing: string;
  /** Where what is to be seen goes; nowhere unless given. */
  readonly results?: Results;
}

/** Runs bulk work from its first item to its last; an interruption leaves results written and is thrown on. */
export async function showBulk<Item>(context: Context, run: BulkRun<Item>): Promise<Tally> {
  const { bulk, ledger = noLedger } = run;
  const { signal } = context.host;
  const tally = createTally();
  const total = bulk.items.reduce((sum, item) => sum + bulk.idsOf(item).length, 0);
  const progress = context.output.progress({ done: run.doing, total });
  try {
    await showPages(context, run, runBulk(bulk, { signal, ledger, progress, tally }));
  } finally {
    await progress.end();
    ledger.close();
  }
  if (signal.aborted) await context.output.note(interruption(tally, total, ledger.file));
  signal.throwIfAborted();
  return tally;
}

/** What is seen under `--dry-run` are the requests, which show themselves; a table of nothing would only puzzle. */
async function showPages<Item>(
  { globals, output }: Context,
  { bulk, results }: BulkRun<Item>,
  pages: AsyncIterable<ListPage>,
): Promise<void> {
  const isTable = output.format === "table";
  const isSilent = globals.dryRun || (isTable && bulk.items.length === 0);
  if (results === undefined || isSilent) for await (const _ of pages);
  else await results.list(isTable ? gather(pages) : pages);
}

function interruption({ counts }: Tally, total: number, file: string | undefined): string {
  const done = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const way = file === undefined ? "" : `; to go on, ${goOnHint(file)}`;
  return `interrupted after ${grouped(done)} of ${grouped(total)}${way}`;
}

export interface Expectation {
  /** Items of this run. */
  readonly total: number;
  /** Results with which an item needs nothing more. */
  readonly good: readonly string[];
  /** What they are: `merchant accounts`. */
  readonly items: string;
  /** What the rest was: `not created`. */
  readonly otherwise: string;
  readonly hint?: string | undefined;
  /** Failures that are named; ten unless given, for the rows tell of all. */
  readonly mostFailures?: number;
}

/** Throws where not everything was done: PartialError, or what stopped the run before anything was. */
export function checkTally(tally: Tally, expected: Expectation): void {
  const { total, good, items, otherwise, hint, mostFailures = 10 } = expected;
  const { counts, failures, fatal } = tally;
  if (fatal !== undefined && tally.done === 0) throw fatal;
  const shown = failures.slice(0, mostFailures);
  const cut = shown.length < failures.length ? `; these are the first ${mostFailures} failures` : "";
  const left = total - good.reduce((sum, result) => sum + (counts.get(result) ?? 0), 0);
  if (left === 0) return;
  const reason = fatal === undefined ? "" : `; stopped early, because ${fatal.message}`;
  const share = `${shareText(left, total, items)} ${left === 1 ? "was" : "were"}`;
  throw new PartialError(`${share} ${otherwise}${reason}${cut}`, { fields: shown, hint, cause: fatal });
}
