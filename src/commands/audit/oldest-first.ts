import type { Context } from "../../context.ts";
import { openPassingPlace } from "../../files/passing-folder.ts";
import { createSpool } from "../../files/spool.ts";
import type { ListPage } from "../../terminal/output.ts";

/** The rows of a list in the opposite order; until all have come, many of them wait in a file. */
export async function* oldestFirst(
  { host: { signal }, output }: Context,
  pages: AsyncIterable<ListPage>,
): AsyncGenerator<ListPage> {
  const place = openPassingPlace("order");
  const spool = createSpool<unknown>({ place: place.path, read: (item) => item });
  const progress = output.progress({ done: "read" });
  let last: ListPage | undefined;
  try {
    for await (const page of pages) {
      last = page;
      await spool.push(page.items);
      await progress.advance(page.items.length);
    }
    await progress.end();
    if (last === undefined) return;
    const { items: _, ...envelope } = last;
    for await (const items of spool.drain()) {
      signal.throwIfAborted();
      yield { ...envelope, items };
    }
    yield { ...envelope, items: [] };
  } finally {
    await progress.end();
    await spool.clear();
    await place.remove();
  }
}
