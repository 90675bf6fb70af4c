import type { ListPage } from "../terminal/output.ts";

/** The first rows of a list, and whether another one follows; reads on only as far as that needs. */
export async function* takeRows(
  pages: AsyncIterable<ListPage>,
  limit: number,
  seen: { more: boolean },
): AsyncGenerator<ListPage> {
  let left = limit;
  for await (const page of pages) {
    seen.more = page.items.length > left;
    if (left > 0) yield { ...page, items: page.items.slice(0, left), nextCursor: null };
    left = Math.max(0, left - page.items.length);
    if (seen.more) return;
  }
}
