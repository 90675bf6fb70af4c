import type { PagedOperation } from "../contract/operations.ts";
import type { Scope } from "../contract/scopes.ts";
import type { BrokenAnswerError } from "../errors.ts";
import { isRecord } from "../values/record.ts";
import { nextTurn } from "../values/timers.ts";
import type { Answer, Api, Page } from "./api.ts";
import { brokenAnswer } from "./failure.ts";

/** Filters of a list; the pages set cursor and limit themselves. */
export type ListQuery = Readonly<Record<string, string | undefined>>;

export interface ListOptions extends Omit<PageThroughOptions, "path"> {
  readonly query?: ListQuery | undefined;
  readonly scopes?: readonly Scope[] | undefined;
}

/** The pages of a list operation, each requested while the one before it is used. */
export function listPages(
  api: Api,
  operation: PagedOperation,
  options: ListOptions = {},
): AsyncGenerator<Page> {
  const { query = {}, scopes = [] } = options;
  const fetchPage: FetchPage = (page, signal) =>
    api.call(operation, { query: { ...query, ...page } }, { scopes, signal });
  return pageThrough(fetchPage, { ...options, path: operation.path });
}

/** Asks for one page; without a cursor, for the first. */
export type FetchPage = (
  page: { readonly cursor: string | undefined; readonly limit: number },
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

/**
 * The pages of a list. The next one is requested while the current one is used, and cancelled if it is no longer
 * needed. A call that was not sent (`--dry-run`) ends the list without a page.
 */
export async function* pageThrough(fetchPage: FetchPage, options: PageThroughOptions): AsyncGenerator<Page> {
  const { pageSize = 100, path } = options;
  const stopped = new AbortController();
  const dropDuplicates = createDuplicateFilter();
  const checkCursor = createCursorCheck(path);
  let left = options.limit ?? Number.POSITIVE_INFINITY;

  const request = async (given: unknown): Promise<ReadPage | undefined> => {
    const cursor = checkCursor(given);
    const answer = await fetchPage({ cursor, limit: Math.min(pageSize, left) }, stopped.signal);
    return answer.sent ? readPage(answer.value, path) : undefined;
  };

  /** Requests at once, or when the page is needed; undefined at the end. */
  const plan = (cursor: unknown): (() => Promise<ReadPage | undefined>) | undefined => {
    if (cursor === null || left === 0) return undefined;
    if (options.onDemand) return () => request(cursor);
    const requested = request(cursor);
    // It is awaited when the reader comes back, which may never happen.
    requested.catch(() => {});
    return () => requested;
  };

  try {
    let next = plan(options.cursor);
    while (next !== undefined) {
      const page = await next();
      if (page === undefined) return;
      const fresh = dropDuplicates(page.items);
      if (fresh.length < page.items.length) await options.onDuplicates?.(page.items.length - fresh.length);
      const items = fresh.slice(0, left);
      left -= items.length;
      next = plan(page.cursor);
      // The service works on the next page while this one is written, if the request leaves first.
      if (next !== undefined) await nextTurn();
      const isCut = items.length < fresh.length;
      const { limit, nextCursor } = page;
      yield { items, limit, nextCursor: isCut ? null : nextCursor, ...(isCut && { isCut }) };
    }
  } finally {
    stopped.abort();
  }
}

/** Cursors that are remembered: a longer circle is not found, but memory stays flat. */
const rememberedCursors = 1000;

/** Passes a next cursor on; throws for what is none, and for one that shows that the list never ends. */
function createCursorCheck(path: string): (cursor: unknown) => string | undefined {
  const seen = new Set<string>();
  return (cursor) => {
    if (cursor === undefined) return undefined;
    if (typeof cursor !== "string")
      throw brokenList("the service sent a next_cursor that is not a cursor", path);
    if (seen.has(cursor))
      throw brokenList("the service's list never ends: it sent the same cursor twice", path);
    seen.add(cursor);
    const [oldest = cursor] = seen;
    if (seen.size > rememberedCursors) seen.delete(oldest);
    return cursor;
  };
}

interface ReadPage extends Page {
  /** As it came, which may be no cursor at all; null at the end of the list. */
  readonly cursor: unknown;
}

/** Reads the envelope of a page (specification, section 2.12); `path` is the list's own, for errors. */
function readPage(value: unknown, path: string): ReadPage {
  if (!isRecord(value) || !Array.isArray(value["items"])) {
    throw brokenList("the service returned a list without items", path);
  }
  const { items, limit, next_cursor: sent } = value;
  // Some services end a list with an empty text or false.
  const cursor = [undefined, "", false].some((end) => end === sent) ? null : sent;
  return { items, limit, cursor, nextCursor: typeof cursor === "string" ? cursor : null };
}

function brokenList(message: string, path: string): BrokenAnswerError {
  return brokenAnswer(message, { method: "GET", path, attempts: 1 });
}

/** Passes each item once: rows that move while a list is read may appear again on the next page. */
function createDuplicateFilter(): (items: readonly unknown[]) => readonly unknown[] {
  // Only two pages are remembered, so that memory stays flat.
  let previous = new Set<unknown>();
  return (items) => {
    const current = new Set<unknown>();
    const fresh = items.filter((item) => {
      const id = isRecord(item) ? item["id"] : undefined;
      if (typeof id !== "string") return true;
      const isKnown = previous.has(id) || current.has(id);
      current.add(id);
      return !isKnown;
    });
    previous = current;
    return fresh;
  };
}
