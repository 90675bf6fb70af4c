import type { ListQuery } from "../client/pages.ts";
import type { Context } from "../context.ts";
import type { PagedOperation } from "../contract/operations.ts";
import type { Scope } from "../contract/scopes.ts";
import { type ExitCode, exitCodes, UsageError } from "../errors.ts";
import type { FlagValues } from "../terminal/flags.ts";
import type { Column, ListPage } from "../terminal/output.ts";
import type { listFlags } from "./list-flags.ts";
import { shapeOf } from "./shape.ts";

const defaultLimit = 100;

export interface ListRequest {
  readonly operation: PagedOperation;
  readonly query: ListQuery;
  readonly scopes?: readonly Scope[];
  readonly columns: readonly Column[];
  readonly paging: FlagValues<typeof listFlags>;
}

/** Runs a list command: pages in, rows out, and a word on what was left. */
export async function showList(context: Context, request: ListRequest): Promise<ExitCode | undefined> {
  const { operation, query, paging } = request;
  if (paging.all && paging.limit !== undefined) {
    throw new UsageError("--all and --limit contradict each other", { hint: "leave one of them out" });
  }
  const results = await context.output.results(shapeOf(operation, request.columns));
  const [api, { listPages }] = await Promise.all([context.api(), import("../client/pages.ts")]);
  const pages = listPages(api, operation, {
    query,
    scopes: request.scopes ?? [],
    limit: paging.all ? undefined : (paging.limit ?? defaultLimit),
    pageSize: paging.pageSize ?? 100,
    cursor: paging.cursor,
    checkpoint: paging.checkpoint,
  });
  if (context.globals.dryRun) {
    for await (const _ of pages);
    return undefined;
  }
  const seen: { more: string | null } = { more: null };
  const rows = await results.list(remembering(pages, seen));
  if (seen.more === null) return undefined;
  await context.output.note(`${rows} rows shown, more exist: add --all, or --cursor ${seen.more}`);
  return paging.failIfMore ? exitCodes.cut : undefined;
}

/** Keeps where the list goes on behind its last page. */
async function* remembering(
  pages: AsyncIterable<ListPage>,
  seen: { more: string | null },
): AsyncGenerator<ListPage> {
  for await (const page of pages) {
    seen.more = page.nextCursor ?? null;
    yield page;
  }
}
