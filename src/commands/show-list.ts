import type { ListQuery } from "../client/pages.ts";
import type { Context } from "../context.ts";
import type { PagedOperation } from "../contract/operations.ts";
import type { Scope } from "../contract/scopes.ts";
import { type ExitCode, exitCodes, UsageError } from "../errors.ts";
import type { FlagValues } from "../terminal/flags.ts";
import type { Column, ListPage } from "../terminal/output.ts";
import type { listFlags } from "./list-flags.ts";
import { noteRemainder, type Remainder, remembering } from "./remainder.ts";
import { shapeOf } from "./shape.ts";
import { takeRows } from "./take-rows.ts";

type Pages = AsyncIterable<ListPage>;

export interface ListRequest {
  readonly operation: PagedOperation;
  readonly query: ListQuery;
  readonly scopes?: readonly Scope[];
  readonly columns: readonly Column[];
  readonly furtherColumns?: readonly Column[];
  readonly paging: FlagValues<typeof listFlags>;
  /** A filter that the service does not have; limits then count what passes it. */
  readonly narrow?: ((pages: Pages) => Pages) | undefined;
}

/** Runs a list command: pages in, rows out, and a word on what was left. */
export async function showList(context: Context, request: ListRequest): Promise<ExitCode | undefined> {
  const { operation, columns, furtherColumns, paging } = request;
  if (paging.all && paging.limit !== undefined) {
    throw new UsageError("--all and --limit contradict each other", { hint: "leave one of them out" });
  }
  const results = await context.output.results(shapeOf(operation, columns, furtherColumns));
  const left: Remainder = { more: false, cursor: null };
  const pages = await choosePages(context, request, left);
  if (context.globals.dryRun) {
    for await (const _ of pages);
    return undefined;
  }
  const rows = await results.list(pages);
  if (!left.more) return undefined;
  await noteRemainder(context, rows, left);
  return paging.failIfMore ? exitCodes.cut : undefined;
}

async function choosePages(context: Context, request: ListRequest, left: Remainder): Promise<Pages> {
  const { operation, query, scopes = [], paging, narrow } = request;
  const [api, { listPages }] = await Promise.all([context.api(), import("../client/pages.ts")]);
  const limit = paging.all ? undefined : (paging.limit ?? 100);
  const pages = listPages(api, operation, {
    query,
    scopes,
    limit: narrow === undefined ? limit : undefined,
    pageSize: paging.pageSize ?? 100,
    cursor: paging.cursor,
    checkpoint: paging.checkpoint,
    onDuplicates: (count) =>
      context.output.note(
        count === 1 ? "a row came twice and is shown once" : `${count} rows came twice and are shown once`,
      ),
  });
  if (narrow === undefined) return remembering(pages, left);
  return limit === undefined ? narrow(pages) : takeRows(narrow(pages), limit, left);
}
