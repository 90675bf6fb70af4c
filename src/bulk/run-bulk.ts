import { PayctlError, UnreachableError } from "../errors.ts";
import type { ListPage } from "../terminal/output.ts";
import type { Progress } from "../terminal/progress.ts";
import { asCompleted } from "./as-completed.ts";
import type { Ledger } from "./ledger.ts";
import type { ResultRow } from "./result-row.ts";
import { stopsAll } from "./stop.ts";
import { addFailures, countRows, type Tally } from "./tally.ts";

/** What came of one item. */
export interface Finished {
  /** For the results file. */
  readonly rows: readonly ResultRow[];
  /** For standard output; the rows unless given. */
  readonly shown?: readonly unknown[];
}

/** The same work for many items. */
export interface Bulk<Item> {
  readonly items: readonly Item[];
  readonly concurrency: number;
  /** What the results file knows the item by. */
  idsOf(item: Item): readonly string[];
  /** Does one item's work; throws a PayctlError where it can't be done. */
  work(item: Item): Promise<Finished>;
  failed(item: Item, error: PayctlError): Finished;
  /** An item that was not tried, for going on was pointless. */
  skipped(item: Item): Finished;
}

export interface BulkParts {
  /** Ends the run; what is under way has no result then. */
  readonly signal: AbortSignal;
  readonly ledger: Ledger;
  readonly progress: Progress;
  readonly tally: Tally;
}

/** Does the work of all items and gives what is to be shown, in order of completion. */
export async function* runBulk<Item>(bulk: Bulk<Item>, parts: BulkParts): AsyncGenerator<ListPage> {
  const work = async (item: Item): Promise<Finished | undefined> => {
    if (parts.signal.aborted) return undefined;
    const finished = await finish(item, bulk, parts);
    if (finished === undefined) return undefined;
    parts.ledger.add(finished.rows);
    countRows(parts.tally, finished.rows);
    await parts.progress.advance(finished.rows.length);
    return finished;
  };
  for await (const batch of asCompleted(bulk.items, bulk.concurrency, work)) {
    const items = batch.flatMap((finished) => finished?.shown ?? finished?.rows ?? []);
    yield { items, limit: undefined, nextCursor: undefined };
  }
}

async function finish<Item>(item: Item, bulk: Bulk<Item>, parts: BulkParts): Promise<Finished | undefined> {
  const { tally, ledger, signal } = parts;
  if (tally.fatal !== undefined) return bulk.skipped(item);
  ledger.begin(bulk.idsOf(item));
  try {
    const finished = await bulk.work(item);
    tally.done += 1;
    tally.lostInARow = 0;
    return finished;
  } catch (error) {
    if (signal.aborted) return undefined;
    if (!(error instanceof PayctlError)) throw error;
    tally.lostInARow += error instanceof UnreachableError ? 1 : 0;
    if (stopsAll(error, tally, bulk.concurrency)) tally.fatal ??= error;
    const failed = bulk.failed(item, error);
    addFailures(tally, failed.rows);
    return failed;
  }
}
