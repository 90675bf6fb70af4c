import type { Context } from "../../context.ts";
import type { ListPage, Results } from "../../terminal/output.ts";
import { grouped } from "../../values/text.ts";
import { openJobSummary } from "./job-summary.ts";
import type { ResultRow } from "./result-row.ts";
import { againWith, noResultsFile, type ResultsFile } from "./results-file.ts";
import { type Bulk, runBulk } from "./run-bulk.ts";
import { type BulkTally, createTally } from "./tally.ts";

export interface ShownBulk<Item> extends Bulk<Item> {
  /** Where results are kept; nowhere unless given. */
  readonly resultsFile?: ResultsFile;
  /** `merchant accounts` */
  readonly noun: string;
  /** A word for the progress line: `created`. */
  readonly doing: string;
  /** Where rows are shown; nowhere unless given. */
  readonly results?: Results;
  /** Called with the rows of each item that has ended. */
  ended?(rows: readonly ResultRow[]): void;
}

/** Runs bulk work from its first item to its last; throws when interrupted, with the results so far written. */
export async function showBulk<Item>(context: Context, bulk: ShownBulk<Item>): Promise<BulkTally> {
  const { resultsFile = noResultsFile, noun, doing } = bulk;
  const { globals, host, output } = context;
  const api = await context.api();
  resultsFile.start();
  const summary = openJobSummary(context, noun);
  const tally = createTally();
  const total = bulk.items.reduce((sum, item) => sum + bulk.idsOf(item).length, 0);
  const progress = output.progress({ done: doing, total });
  const ended = async (rows: readonly ResultRow[]): Promise<void> => {
    bulk.ended?.(rows);
    summary.add(rows);
    await progress.advance(rows.length);
  };
  try {
    const pages = runBulk(bulk, { api, signal: host.signal, resultsFile, tally, ended });
    await showPages(context, pages, bulk.results);
  } finally {
    await progress.end();
    await summary.write(tally);
  }
  if (globals.dryRun && output.format === "table") {
    const count = bulk.items.length;
    await output.note(count === 1 ? "1 request, not sent" : `${grouped(count)} requests, none was sent`);
  }
  if (host.signal.aborted) await output.note(interruption(tally, total, resultsFile.file));
  host.signal.throwIfAborted();
  return tally;
}

/** `--dry-run` shows only the requests, and a table without a row would puzzle. */
async function showPages(
  { globals, output }: Context,
  pages: AsyncGenerator<ListPage>,
  results: Results | undefined,
): Promise<void> {
  if (results === undefined || globals.dryRun) for await (const _ of pages);
  else if (output.format !== "table") await results.list(pages);
  else {
    const rows = gather(pages);
    const first = await rows.next();
    if (!first.done) await results.list(chain(first.value, rows));
  }
}

async function* chain(first: ListPage, rest: AsyncIterable<ListPage>): AsyncGenerator<ListPage> {
  yield first;
  yield* rest;
}

function interruption({ counts }: BulkTally, total: number, file: string | undefined): string {
  const done = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const way = file === undefined ? "" : `; to continue, ${againWith(file)}`;
  return `interrupted after ${grouped(done)} of ${grouped(total)}${way}`;
}

/** A table fits its columns to its first rows, so it should see many. */
const rowsTogether = 100;

/** The same rows in larger pages. */
async function* gather(pages: AsyncIterable<ListPage>): AsyncGenerator<ListPage> {
  const whole = { limit: undefined, nextCursor: undefined };
  let items: unknown[] = [];
  for await (const page of pages) {
    items.push(...page.items);
    if (items.length < rowsTogether) continue;
    yield { items, ...whole };
    items = [];
  }
  if (items.length > 0) yield { items, ...whole };
}
