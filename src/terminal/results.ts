import { pickFields } from "./fields.ts";
import type { ListPage, Results } from "./output.ts";
import type { Query } from "./query.ts";
import type { Renderer } from "./render/renderer.ts";

export interface ResultParts {
  readonly renderer: Renderer;
  readonly mask: (value: unknown) => unknown;
  readonly listName: string;
  /** The names in `--fields`. */
  readonly fields: readonly string[] | undefined;
  readonly query: Query | undefined;
  /** Writes to standard output and waits until it was taken. */
  readonly put: (text: string) => Promise<void>;
}

/** Masks, queries and picks, then writes what the renderer makes of it. */
export function createResults(parts: ResultParts): Omit<Results, "takesText"> {
  const { renderer, mask, listName, fields, query, put } = parts;
  const pick = (value: unknown): unknown => (fields === undefined ? value : pickFields(value, fields));
  const showQueried = async (value: unknown): Promise<number> => {
    if (!renderer.inRows || !Array.isArray(value)) {
      await put(renderer.one(pick(value ?? null)));
      return 1;
    }
    const list = renderer.list();
    await put(list.page(value.map(pick)) + list.end({ limit: undefined, nextCursor: undefined }));
    return value.length;
  };
  return {
    async record(value) {
      if (query === undefined) await put(renderer.one(pick(mask(value))));
      else await showQueried(query(mask(value)));
    },
    async list(pages) {
      if (query !== undefined) return showQueried(query(mask(await wholeResult(pages, listName))));
      const list = renderer.list();
      let rows = 0;
      let first: ListPage | undefined;
      let last: ListPage | undefined;
      for await (const page of pages) {
        first ??= page;
        last = page;
        rows += page.items.length;
        await put(list.page(page.items.map((item) => pick(mask(item)))));
      }
      await put(list.end({ limit: first?.limit, nextCursor: last?.nextCursor }));
      return rows;
    },
  };
}

/** The list as JSON would show it; an expression may look at everything, so everything is kept. */
async function wholeResult(pages: AsyncIterable<ListPage>, listName: string): Promise<unknown> {
  const items: unknown[] = [];
  let envelope: Readonly<Record<string, unknown>> | undefined;
  let nextCursor: string | null | undefined;
  for await (const page of pages) {
    for (const item of page.items) items.push(item);
    envelope ??= page.limit === undefined ? {} : { limit: page.limit };
    nextCursor = page.nextCursor;
  }
  return { [listName]: items, ...envelope, ...(nextCursor === undefined ? {} : { next_cursor: nextCursor }) };
}
