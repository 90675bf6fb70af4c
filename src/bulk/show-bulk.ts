import type { Context } from "../context.ts";
import { PartialError } from "../errors.ts";
import type { ListPage } from "../terminal/output.ts";
import { type Ledger, noLedger } from "./ledger.ts";
import { type Bulk, runBulk } from "./run-bulk.ts";
import { createTally, grouped, type Tally } from "./tally.ts";

export interface BulkRun<Item> {
  readonly bulk: Bulk<Item>;
  /** Where results are written besides standard output. */
  readonly ledger?: Ledger;
  /** A word for the progress line: `created`. */
  readonly doing: string;
  /** Writes what is to be seen of the results as they come. */
  show(pages: AsyncIterable<ListPage>): Promise<unknown>;
}

/** Runs bulk work from its first item to its last; an interruption leaves results written and is thrown on. */
export async function showBulk<Item>(context: Context, run: BulkRun<Item>): Promise<Tally> {
  const { bulk, ledger = noLedger } = run;
  const { signal } = context.host;
  const tally = createTally();
  const total = bulk.items.reduce((sum, item) => sum + bulk.idsOf(item).length, 0);
  const progress = context.output.progress({ done: run.doing, total });
  try {
    await run.show(runBulk(bulk, { signal, ledger, progress, tally }));
  } finally {
    await progress.end();
    ledger.close();
  }
  if (signal.aborted) await context.output.note(interruption(tally, total, ledger.file));
  signal.throwIfAborted();
  return tally;
}

function interruption({ counts }: Tally, total: number, file: string | undefined): string {
  const done = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const way = file === undefined ? "" : `; to go on, run it again with --resume ${file}`;
  return `interrupted after ${grouped(done)} of ${grouped(total)}${way}`;
}

export interface Expectation {
  /** Items of this run. */
  readonly total: number;
  /** Results with which an item needs nothing more. */
  readonly good: readonly string[];
  /** What the rest is: `merchant accounts were not created`. */
  readonly otherwise: string;
  readonly hint?: string | undefined;
}

/** More failures than these are for the results to tell. */
const mostFailures = 10;

/** Throws where not everything was done: PartialError, or what stopped the run before anything was. */
export function checkTally(tally: Tally, { total, good, otherwise, hint }: Expectation): void {
  const { counts, failures, fatal } = tally;
  if (fatal !== undefined && tally.done === 0) throw fatal;
  const left = total - good.reduce((sum, result) => sum + (counts.get(result) ?? 0), 0);
  if (left === 0) return;
  const reason = fatal === undefined ? "" : `; stopped early, because ${fatal.message}`;
  throw new PartialError(`${grouped(left)} of ${grouped(total)} ${otherwise}${reason}`, {
    fields: failures.slice(0, mostFailures),
    hint,
    cause: fatal,
  });
}
