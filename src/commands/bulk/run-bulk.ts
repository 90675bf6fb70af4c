import { ApiError, CallError, PayctlError, UnreachableError } from "../../errors.ts";
import type { ListPage } from "../../terminal/output.ts";
import type { Progress } from "../../terminal/progress.ts";
import type { ResultRow } from "./result-row.ts";
import type { Kept } from "./results-file.ts";
import { addFailures, type BulkTally, countRows } from "./tally.ts";

/** The outcome of one item. */
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
  /** The ids of the item in the results file. */
  idsOf(item: Item): readonly string[];
  /** Does the work of one item; throws a PayctlError if it fails. */
  work(item: Item): Promise<Finished>;
  failed(item: Item, error: PayctlError): Finished;
  /** An item that was not tried, because continuing was pointless. */
  skipped(item: Item): Finished;
}

export interface BulkParts {
  /** Ends the run; work in progress then has no result. */
  readonly signal: AbortSignal;
  readonly kept: Kept;
  /** Called with the rows of each item that has ended. */
  readonly ended: (rows: readonly ResultRow[]) => void;
  readonly progress: Progress;
  readonly tally: BulkTally;
}

/** Does the work of all items and yields what to show, in order of completion. */
export async function* runBulk<Item>(bulk: Bulk<Item>, parts: BulkParts): AsyncGenerator<ListPage> {
  const work = async (item: Item): Promise<Ended | undefined> => {
    if (parts.signal.aborted) return undefined;
    const finished = await finish(item, bulk, parts);
    if (finished === undefined) return undefined;
    // In the results file, items whose answer did not come stay as they are being sent.
    if (!finished.isInDoubt) parts.kept.add(finished.rows);
    parts.ended(finished.rows);
    countRows(parts.tally, finished.rows);
    await parts.progress.advance(finished.rows.length);
    return finished;
  };
  for await (const batch of asCompleted(bulk.items, bulk.concurrency, work)) {
    const items = batch.flatMap((finished) => finished?.shown ?? finished?.rows ?? []);
    yield { items, limit: undefined, nextCursor: undefined };
  }
}

/** The outcome of an item, and whether its request went out and no answer came. */
interface Ended extends Finished {
  readonly isInDoubt?: boolean;
}

async function finish<Item>(item: Item, bulk: Bulk<Item>, parts: BulkParts): Promise<Ended | undefined> {
  const { tally, kept, signal } = parts;
  if (tally.fatal !== undefined) return bulk.skipped(item);
  kept.sending(bulk.idsOf(item));
  try {
    const finished = await bulk.work(item);
    tally.done += 1;
    tally.lostInARow = 0;
    addFailures(
      tally,
      finished.rows.filter(({ error }) => error !== null),
    );
    return finished;
  } catch (error) {
    if (signal.aborted) return undefined;
    if (!(error instanceof PayctlError)) throw error;
    tally.lostInARow += error instanceof UnreachableError ? 1 : 0;
    if (stopsAll(error, tally, bulk.concurrency)) tally.fatal ??= error;
    if (wasNeverSent(error)) return bulk.skipped(item);
    const failed = bulk.failed(item, error);
    addFailures(tally, failed.rows, error);
    return { ...failed, isInDoubt: error instanceof CallError && error.call.inDoubt === true };
  }
}

/**
 * Works on all items, a limited number at a time and started in order; yields results in order of
 * completion, everything that is ready at once. If the reader stops, running work finishes and no new work starts.
 */
export async function* asCompleted<Item, Done>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<Done>,
): AsyncGenerator<readonly Done[]> {
  const pool = { next: 0, isStopped: false, isFinished: false };
  const ready: Done[] = [];
  let wake = (): void => {};

  const workOn = async (): Promise<void> => {
    for (;;) {
      const item = items[pool.next];
      if (item === undefined || pool.isStopped) return;
      pool.next += 1;
      ready.push(await work(item));
      wake();
    }
  };
  const workers = Array.from({ length: Math.min(concurrency, items.length) }, workOn);
  const finish = (): void => {
    pool.isFinished = true;
    wake();
  };
  const whole = Promise.all(workers);
  whole.then(finish, finish);

  try {
    while (!pool.isFinished || ready.length > 0) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      if (ready.length > 0) yield ready.splice(0);
      else await woken;
    }
    await whole;
  } finally {
    pool.isStopped = true;
    await Promise.allSettled(workers);
  }
}

/** Whether the reason that one item failed would fail every later one. */
function stopsAll(error: PayctlError, tally: BulkTally, concurrency: number): boolean {
  if (error instanceof ApiError) {
    // Only a token that was accepted for one item can be refused for another item alone.
    return error.status === 401 || (tally.done === 0 && (error.status === 403 || isOfHeader(error)));
  }
  if (error instanceof UnreachableError) {
    return error.call.inDoubt !== true || tally.lostInARow > concurrency;
  }
  return !(error instanceof CallError);
}

/** Of an item whose turn came after the deadline; another failure before the first answer says what is wrong. */
function wasNeverSent(error: PayctlError): boolean {
  return error instanceof UnreachableError && error.call.attempts === 0;
}

/** A merchant account that does not exist is missing for every item. */
function isOfHeader({ fields }: ApiError): boolean {
  return fields.some(({ field }) => field.startsWith("header."));
}

/** Splits a list into lists of a given size; the last one has the rest. */
export function inGroups<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}
