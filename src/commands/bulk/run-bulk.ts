import type { Api } from "../../client/api.ts";
import { ApiError, CallError, PayctlError, UnreachableError } from "../../errors.ts";
import type { ListPage } from "../../terminal/output.ts";
import { failedRows, type ResultRow } from "./result-row.ts";
import type { ResultsFile } from "./results-file.ts";
import { addFailures, type BulkTally, countRows } from "./tally.ts";

/** The outcome of one request. */
export interface Finished {
  /** For the results file. */
  readonly rows: readonly ResultRow[];
  /** For standard output; the rows unless given. */
  readonly shown?: readonly unknown[];
}

/** The same work for many items, a request for each. */
export interface Bulk<Item> {
  readonly items: readonly Item[];
  readonly concurrency: number;
  /** What the item is called in the results; several names if it is a list. */
  idsOf(item: Item): readonly string[];
  /** Does the work of one item; throws a PayctlError if it fails. */
  work(api: Api, item: Item): Promise<Finished>;
  /** What every row of an item has besides the fields of all rows, unless its work says otherwise. */
  fieldsOf?(item: Item): object;
  /** The list in the body that refusals refer to by position; an item that failed then shows nothing. */
  readonly list?: string;
  /** The result of an item whose answer was lost; `failed` unless given. */
  readonly lost?: string;
}

interface BulkParts {
  readonly api: Api;
  /** Ends the run; work in progress then has no result. */
  readonly signal: AbortSignal;
  readonly resultsFile: ResultsFile;
  readonly tally: BulkTally;
  /** Called with the rows of each item that has ended. */
  ended(rows: readonly ResultRow[]): Promise<void>;
}

/** Does the work of all items and yields what to show, in order of completion. */
export async function* runBulk<Item>(bulk: Bulk<Item>, parts: BulkParts): AsyncGenerator<ListPage> {
  const work = async (item: Item): Promise<readonly unknown[]> => {
    const ended = parts.signal.aborted ? undefined : await finish(item, bulk, parts);
    if (ended === undefined) return [];
    const rows = ended.rows.map(({ id, ...row }) => ({ id, ...bulk.fieldsOf?.(item), ...row }));
    // In the results file, items whose answer did not come stay as they are being sent.
    if (!ended.isInDoubt) parts.resultsFile.add(rows);
    countRows(parts.tally, rows);
    await parts.ended(rows);
    return ended.shown ?? (bulk.list === undefined || ended.isDone ? rows : []);
  };
  for await (const batch of asCompleted(bulk.items, bulk.concurrency, work)) {
    yield { items: batch.flat(), limit: undefined, nextCursor: undefined };
  }
}

interface Ended extends Finished {
  readonly isDone?: boolean;
  /** Whether its request went out and no answer came. */
  readonly isInDoubt?: boolean;
}

async function finish<Item>(item: Item, bulk: Bulk<Item>, parts: BulkParts): Promise<Ended | undefined> {
  const { api, tally, resultsFile, signal } = parts;
  const names = bulk.idsOf(item);
  if (tally.fatal !== undefined) return { rows: skippedRows(names) };
  resultsFile.sending(names);
  try {
    const finished = await bulk.work(api, item);
    tally.done += 1;
    tally.lostInARow = 0;
    addFailures(tally, finished.rows);
    return { ...finished, isDone: true };
  } catch (error) {
    if (signal.aborted) return undefined;
    if (!(error instanceof PayctlError)) throw error;
    return fail(names, error, bulk, tally);
  }
}

function skippedRows(names: readonly string[]): readonly ResultRow[] {
  return names.map((id) => ({ id, result: "skipped", status: null, error: null }));
}

function fail<Item>(
  names: readonly string[],
  error: PayctlError,
  { concurrency, list, lost }: Bulk<Item>,
  tally: BulkTally,
): Ended {
  if (error instanceof UnreachableError) tally.lostInARow += 1;
  if (stopsAll(error, tally, concurrency)) tally.fatal ??= error;
  // Its turn came after the deadline; another failure before the first answer says what is wrong.
  if (error instanceof UnreachableError && error.call.attempts === 0) return { rows: skippedRows(names) };
  const isInDoubt = error instanceof CallError && error.call.inDoubt === true;
  const rows = failedRows({ names, list }, error, isInDoubt ? lost : undefined);
  addFailures(tally, rows, error);
  return { rows, isInDoubt };
}

/**
 * Works on all items, a limited number at a time and started in order; yields results in order of completion, everything
 * that is ready at once. If the reader stops, running work finishes and no new work starts.
 */
export async function* asCompleted<Item, Done>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<Done>,
): AsyncGenerator<readonly Done[]> {
  let next = 0;
  const running = new Set<Promise<void>>();
  const ready: Done[] = [];
  const begin = (item: Item): void => {
    next += 1;
    const begun = work(item).then((done) => {
      ready.push(done);
      running.delete(begun);
    });
    running.add(begun);
  };
  try {
    for (;;) {
      for (const item of items.slice(next, next + concurrency - running.size)) begin(item);
      if (ready.length === 0 && running.size > 0) await Promise.race(running);
      if (ready.length === 0) return;
      yield ready.splice(0);
    }
  } finally {
    await Promise.allSettled(running);
  }
}

/** Whether the reason that one item failed would fail every later one. */
function stopsAll(error: PayctlError, tally: BulkTally, concurrency: number): boolean {
  if (error instanceof ApiError) {
    // A merchant account that does not exist is missing for every item.
    const isOfHeader = error.fields.some(({ field }) => field.startsWith("header."));
    // Only a token that was accepted for one item can be refused for another item alone.
    return error.status === 401 || (tally.done === 0 && (error.status === 403 || isOfHeader));
  }
  if (error instanceof UnreachableError) {
    return error.call.inDoubt !== true || tally.lostInARow > concurrency;
  }
  return !(error instanceof CallError);
}

/** Splits a list into lists of a given size; the last one has the rest. */
export function inGroups<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}
