import { BrokenAnswerError } from "../errors.ts";
import type { Answer } from "./api.ts";
import { addressHint } from "./failure.ts";

/** Asks for one page; without a cursor, for the first. */
export type FetchPage = (
  place: { readonly cursor: string | undefined; readonly limit: number },
  signal: AbortSignal,
) => Promise<Answer<unknown>>;

export interface PageThroughOptions {
  /** Rows in all; undefined means every row. */
  readonly limit?: number | undefined;
  /** Rows of one request, 100 unless given. */
  readonly pageSize?: number | undefined;
  readonly cursor?: string | undefined;
  /** Requests a page only when it is needed: for a list that is seldom read beyond its first page. */
  readonly onDemand?: true;
  /** The list's path, for errors. */
  readonly path: string;
  /** Called with the number of rows of a page dropped because they had been seen before. */
  readonly onDuplicates?: ((count: number) => Promise<void> | void) | undefined;
}

/** Cursors that are remembered to detect a list that never ends. */
const rememberedCursors = 1000;

/**
 * The pages of a list. The next one is requested while the current one is used, and given up when nobody wants it
 * any more. A call that was not sent (`--dry-run`) ends the list without a page.
 */
export async function* pageThrough(fetchPage: FetchPage, options: PageThroughOptions): AsyncGenerator<Page> {
  const { pageSize = 100, path } = options;
  const stopped = new AbortController();
  const dropDuplicates = createDuplicateFilter();
  const checkCursor = createCursorCheck(path);
  let left = options.limit ?? Number.POSITIVE_INFINITY;

  const request = async (cursor: string | undefined): Promise<Page | undefined> => {
    if (cursor !== undefined) checkCursor(cursor);
    const answer = await fetchPage({ cursor, limit: Math.min(pageSize, left) }, stopped.signal);
    return answer.sent ? readPage(answer.value, path) : undefined;
  };

  /** Asks at once, or when the page is wanted. */
  const plan = (cursor: string | undefined): (() => Promise<Page | undefined>) => {
    if (options.onDemand) return () => request(cursor);
    const requested = request(cursor);
    // It is awaited when the reader comes back, which may never happen.
    requested.catch(() => {});
    return () => requested;
  };

  try {
    let next = left > 0 ? plan(options.cursor) : undefined;
    while (next !== undefined) {
      const page = await next();
      if (page === undefined) return;
      const fresh = dropDuplicates(page.items);
      if (fresh.length < page.items.length) await options.onDuplicates?.(page.items.length - fresh.length);
      const items = fresh.slice(0, left);
      left -= items.length;
      next = page.nextCursor !== null && left > 0 ? plan(page.nextCursor) : undefined;
      if (next !== undefined) await turn();
      const isCut = items.length < fresh.length;
      yield { ...page, items, ...(isCut ? { isCut, nextCursor: null } : {}) };
    }
  } finally {
    stopped.abort();
  }
}

/** The service works on the next page while this one is written, if the request leaves first. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function createCursorCheck(path: string): (cursor: string) => void {
  const seen = new Set<string>();
  return (cursor) => {
    if (seen.has(cursor))
      throw brokenList("the service's list never ends: it sent the same cursor twice", path);
    seen.add(cursor);
    const [oldest] = seen;
    if (seen.size > rememberedCursors && oldest !== undefined) seen.delete(oldest);
  };
}

/** A part of a list, as it came. */
export interface Page {
  readonly items: readonly unknown[];
  readonly limit: unknown;
  /** Where the list goes on; null at its end. */
  readonly nextCursor: string | null;
  /** Whether the service sent more rows than were requested: no cursor points at those left out. */
  readonly isCut?: boolean;
}

/** Reads the envelope of a page (specification, section 2.12); `path` is the list's own, for errors. */
function readPage(value: unknown, path: string): Page {
  if (typeof value !== "object" || value === null || !("items" in value) || !Array.isArray(value.items)) {
    throw brokenList("the service answered a list without items", path);
  }
  const cursor = "next_cursor" in value ? (value.next_cursor ?? null) : null;
  if (cursor !== null && (typeof cursor !== "string" || cursor === "")) {
    throw brokenList("the service sent a next_cursor that is not a cursor", path);
  }
  return { items: value.items, limit: "limit" in value ? value.limit : undefined, nextCursor: cursor };
}

function brokenList(message: string, path: string): BrokenAnswerError {
  return new BrokenAnswerError(message, {
    call: { method: "GET", path, attempts: 1 },
    hint: addressHint,
  });
}

/** Lets each item through once: rows that move while a list is read may appear again on the next page. */
function createDuplicateFilter(): (items: readonly unknown[]) => readonly unknown[] {
  // Only two pages are remembered, so that memory stays flat.
  let previous = new Set<unknown>();
  return (items) => {
    const current = new Set<unknown>();
    const fresh = items.filter((item) => {
      const id = idOf(item);
      if (id === undefined) return true;
      const isKnown = previous.has(id) || current.has(id);
      current.add(id);
      return !isKnown;
    });
    previous = current;
    return fresh;
  };
}

function idOf(item: unknown): string | undefined {
  if (typeof item !== "object" || item === null || !("id" in item)) return undefined;
  return typeof item.id === "string" ? item.id : undefined;
}
