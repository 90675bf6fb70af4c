import type { Page } from "../client/page-through.ts";
import type { Context } from "../context.ts";

/** What is known at the end of a list of the rows behind it. */
export interface Remainder {
  more: boolean;
  /** Null where no cursor leads there. */
  cursor: string | null;
}

/** Keeps where the list goes on behind its last page. */
export async function* remembering(pages: AsyncIterable<Page>, left: Remainder): AsyncGenerator<Page> {
  for await (const page of pages) {
    left.cursor = page.nextCursor;
    left.more = left.cursor !== null || page.isCut === true;
    yield page;
  }
}

/** Says that a list of so many rows goes on, and how to see more of it. */
export async function noteRemainder(context: Context, rows: number, { cursor }: Remainder): Promise<void> {
  // People would not type a cursor; programs find none in a table.
  const isSeen = context.host.stderr.isTTY === true;
  const way = cursor === null || isSeen ? "--all, or a larger --limit" : `--all, or --cursor ${cursor}`;
  await context.output.note(`${rows} ${rows === 1 ? "row" : "rows"} shown, more exist: add ${way}`);
}
