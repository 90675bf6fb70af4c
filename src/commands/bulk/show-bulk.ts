import type { Context } from "../../context.ts";
import type { ListPage, Results } from "../../terminal/output.ts";
import { grouped } from "../../values/text.ts";
import { openJobSummary } from "./job-summary.ts";
import { againWith, type Kept, notKept } from "./results-file.ts";
import { type Bulk, type BulkParts, runBulk } from "./run-bulk.ts";
import { type BulkTally, createTally } from "./tally.ts";

interface BulkRun<Item> {
  readonly bulk: Bulk<Item>;
  /** Where results are kept; nowhere unless given. */
  readonly kept?: Kept;
  /** `merchant accounts` */
  readonly items: string;
  /** A word for the progress line: `created`. */
  readonly doing: string;
  /** Where rows are shown; nowhere unless given. */
  readonly results?: Results;
}

/** Runs bulk work from its first item to its last; throws when interrupted, with the results so far written. */
export async function showBulk<Item>(context: Context, run: BulkRun<Item>): Promise<BulkTally> {
  const { bulk, kept = notKept } = run;
  const { signal } = context.host;
  kept.start();
  const summary = openJobSummary(context, run.items);
  const tally = createTally();
  const total = bulk.items.reduce((sum, item) => sum + bulk.idsOf(item).length, 0);
  const progress = context.output.progress({ done: run.doing, total });
  try {
    const ended: BulkParts["ended"] = (rows) => summary?.add(rows);
    await showPages(context, run, runBulk(bulk, { signal, kept, ended, progress, tally }));
  } finally {
    await progress.end();
    await summary?.write(tally);
  }
  if (context.globals.dryRun && context.output.format === "table") await noteRequests(context, bulk);
  if (signal.aborted) await context.output.note(interruption(tally, total, kept.file));
  signal.throwIfAborted();
  return tally;
}

async function noteRequests<Item>({ output }: Context, { items }: Bulk<Item>): Promise<void> {
  const count = items.length;
  await output.note(count === 1 ? "1 request, not sent" : `${grouped(count)} requests, none was sent`);
}

/** `--dry-run` shows only the requests; an empty table would puzzle. */
async function showPages<Item>(
  { globals, output }: Context,
  { bulk, results }: BulkRun<Item>,
  pages: AsyncIterable<ListPage>,
): Promise<void> {
  const isTable = output.format === "table";
  const isSilent = globals.dryRun || (isTable && bulk.items.length === 0);
  if (results === undefined || isSilent) for await (const _ of pages);
  else if (isTable) await showRows(gather(pages), results);
  else await results.list(pages);
}

/** Work interrupted before its first row shows no table rather than an empty one. */
async function showRows(pages: AsyncGenerator<ListPage>, results: Results): Promise<void> {
  const first = await pages.next();
  if (first.done) return;
  await results.list(
    (async function* () {
      yield first.value;
      yield* pages;
    })(),
  );
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
