import type { ListPage } from "../terminal/output.ts";

/** Rows that are all there is, as the one page of their list. */
export async function* onePage(items: readonly unknown[]): AsyncGenerator<ListPage> {
  yield { items, limit: undefined, nextCursor: undefined };
}
