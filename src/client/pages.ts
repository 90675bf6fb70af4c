import type { PagedOperation } from "../contract/operations.ts";
import type { Scope } from "../contract/scopes.ts";
import type { Api } from "./api.ts";
import { openCheckpoint, recordPages } from "./checkpoint.ts";
import type { Page } from "./page.ts";
import { type FetchPage, type PageThroughOptions, pageThrough } from "./page-through.ts";

/** Filters of a list; cursor and limit are the pages' own affair. */
export type ListQuery = Readonly<Record<string, string | undefined>>;

export interface ListOptions extends Omit<PageThroughOptions, "path"> {
  readonly query?: ListQuery | undefined;
  readonly scopes?: readonly Scope[] | undefined;
  /** A file that records how far the list came; the same list goes on from there. */
  readonly checkpoint?: string | undefined;
}

/** The pages of a list operation, each requested while the one before it is used. */
export async function* listPages(
  api: Api,
  operation: PagedOperation,
  options: ListOptions = {},
): AsyncGenerator<Page> {
  const { query = {}, scopes = [], limit, cursor, checkpoint: file } = options;
  const { path } = operation;
  const fetchPage: FetchPage = (place, signal) =>
    api.call(operation, { query: { ...query, ...place } }, { scopes, signal });
  if (file === undefined) return yield* pageThrough(fetchPage, { ...options, path });
  const checkpoint = await openCheckpoint(file, { operation: operation.name, query, scopes, cursor });
  // A run that was killed behind its last page left the record of a list that is complete.
  if (checkpoint.count > 0 && checkpoint.count === limit) return checkpoint.finish();
  const resumed = {
    ...options,
    path,
    cursor: checkpoint.cursor ?? cursor,
    limit: limit === undefined ? undefined : limit - checkpoint.count,
  };
  return yield* recordPages(pageThrough(fetchPage, resumed), checkpoint);
}
