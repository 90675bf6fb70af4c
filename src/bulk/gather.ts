import type { ListPage } from "../terminal/output.ts";

/** A table fits its columns to the rows that it sees first, so it should see many. */
const rowsTogether = 100;

/** The same rows in larger pages. */
export async function* gather(pages: AsyncIterable<ListPage>): AsyncGenerator<ListPage> {
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
