import type { Answer } from "../client/api.ts";
import type { Context } from "../context.ts";
import type { AnyOperation, PagedOperation } from "../contract/operations.ts";
import type { Scope } from "../contract/scopes.ts";
import { type Advice, BrokenAnswerError, type ExitCode, exitCodes, UsageError } from "../errors.ts";
import { type FlagValues, integerFlag, parsedFlag, switchFlag } from "../terminal/flags.ts";
import type { Column, ListPage } from "../terminal/output.ts";
import type { Progress } from "../terminal/progress.ts";
import { type Lists, openLists, refuseCursor } from "./list-queries.ts";
import { answerShape } from "./result.ts";

type Pages = AsyncIterable<ListPage>;

interface ListRequest {
  readonly operation: PagedOperation;
  /** Several make one list. */
  readonly queries: Lists["queries"];
  readonly join?: Lists["join"];
  readonly scopes?: readonly Scope[];
  readonly columns: readonly Column[];
  readonly furtherColumns?: readonly Column[];
  readonly paging: FlagValues<typeof listFlags>;
  /** Follows the note that nothing was found. */
  readonly emptyHint?: Advice | undefined;
  /** Says what was looked at, once the rows are written. */
  readonly tell?: ((rows: number) => Promise<void>) | undefined;
  /** A filter that payctl applies itself; limits then count the rows that pass it. */
  readonly narrow?: Narrow | undefined;
  /** Whether few rows may pass that filter, so that nothing is read only to learn whether another one does. */
  readonly isSparse?: boolean;
}

/** Runs a list command: writes its pages, and a note if more rows exist. */
export async function showList(context: Context, request: ListRequest): Promise<ExitCode | undefined> {
  const { operation, columns, furtherColumns, paging } = request;
  refuseAllWithLimit(paging);
  refuseCursor(request.queries, paging.cursor);
  const shape = { ...answerShape(operation, columns, furtherColumns), paged: true } as const;
  const results = await context.output.results(shape);
  const remainder: ListRemainder = { more: "no" };
  const pages = await choosePages(context, request, remainder);
  if (context.globals.dryRun) {
    for await (const _ of pages);
    return undefined;
  }
  const isGathered = context.output.format === "table" && !isPlain(request);
  const rows = await results.list(isGathered ? gatherFirst(pages, context.host.now) : pages);
  if (rows === 0 && request.emptyHint !== undefined && context.output.format === "table") {
    await context.output.note(request.emptyHint);
  }
  await request.tell?.(rows);
  if (remainder.more === "no") return undefined;
  await noteRemainder(context, rows, remainder.more);
  return paging.failIfMore ? exitCodes.cut : undefined;
}

/** How many rows decide the widths of columns; after so many milliseconds, those that there are. */
const columnSample = { rows: 100, time: 1000 };

/** The first rows together, however few of them each page has, so that a table gets columns as wide as they need. */
async function* gatherFirst(pages: Pages, now: () => number): AsyncGenerator<ListPage> {
  let pending: ListPage | undefined;
  let isSettled = false;
  let start = 0;
  try {
    for await (const page of pages) {
      const rows = pending?.items ?? [];
      if (rows.length === 0) start = now();
      pending = { ...page, items: [...rows, ...page.items] };
      isSettled ||= pending.items.length >= columnSample.rows || now() - start >= columnSample.time;
      if (!isSettled) continue;
      const ready = pending;
      pending = undefined;
      yield ready;
    }
  } catch (error) {
    if (pending !== undefined) yield pending;
    throw error;
  }
  if (pending !== undefined) yield pending;
}

/** Leaves out rows of a list. */
export type Narrow = (pages: Pages) => Pages;

/** Keeps the rows that pass; with progress, people see how much was read. */
export function narrowBy(passes: (row: unknown) => boolean, progress?: Progress): Narrow {
  return async function* narrow(pages) {
    try {
      for await (const page of pages) {
        await progress?.advance(page.items.length);
        yield { ...page, items: page.items.filter(passes) };
      }
    } finally {
      await progress?.end();
    }
  };
}

export function refuseAllWithLimit({
  all,
  limit,
}: Pick<FlagValues<typeof listFlags>, "all" | "limit">): void {
  if (!all || limit === undefined) return;
  throw new UsageError("--all and --limit can't be used together", { hint: "use only one of them" });
}

async function choosePages(context: Context, request: ListRequest, remainder: ListRemainder): Promise<Pages> {
  const { operation, queries, join, scopes, paging, narrow, isSparse = false } = request;
  const limit = paging.all ? undefined : (paging.limit ?? 100);
  const lists = {
    queries,
    join,
    scopes,
    pageSize: paging.pageSize ?? 100,
    cursor: paging.cursor,
    onDuplicates: (count: number) => noteDuplicates(context, count),
  };
  const api = await context.api();
  if (isPlain(request))
    return recordingRemainder(await openLists(api, operation, { ...lists, limit }), remainder);
  const rows = await openLists(api, operation, lists);
  const pages = narrow?.(rows) ?? rows;
  if (limit === undefined) return pages;
  return takeRows(pages, { limit, remainder, readsOn: !isSparse || paging.failIfMore === true });
}

/** Whether the rows are those of one list of the service. */
function isPlain({ narrow, queries }: ListRequest): boolean {
  return narrow === undefined && queries.length === 1;
}

/** Notes how many rows of a list were left out because they had come before. */
export function noteDuplicates({ output }: Context, count: number): Promise<void> {
  return output.note(count === 1 ? "a row came twice, shown once" : `${count} rows came twice, shown once`);
}

/** The flags of every command that lists pages. */
export const listFlags = {
  limit: integerFlag("rows in total", { minimum: 1, maximum: 999_999_999 }, { short: "L", usual: "100" }),
  all: switchFlag("all rows"),
  pageSize: integerFlag("rows per request", { minimum: 1, maximum: 100 }, { usual: "100" }),
  cursor: parsedFlag("cursor to start from, shown by an earlier list", parseCursor, {
    placeholder: "CURSOR",
  }),
  failIfMore: switchFlag("exit with 13 when more rows exist than were asked for"),
} as const;

/** A cursor is opaque but for its length (specification, section 8). */
function parseCursor(text: string): string {
  if (text !== "" && [...text].length <= 1000) return text;
  throw new UsageError("must have 1 to 1000 characters");
}

/** What the end of a list says about the rows after it. */
export interface ListRemainder {
  more: "maybe" | "no" | "yes";
}

/** Records whether the list goes on after its last page. */
export async function* recordingRemainder(pages: Pages, remainder: ListRemainder): AsyncGenerator<ListPage> {
  for await (const page of pages) {
    remainder.more = page.nextCursor != null || page.isCut === true ? "yes" : "no";
    yield page;
  }
}

/** Notes how many rows of a list were shown, or looked at by an expression, and how to get more. */
export async function noteRemainder(
  context: Context,
  rows: number,
  more: ListRemainder["more"],
): Promise<void> {
  const counted = `${rows} ${rows === 1 ? "row" : "rows"}`;
  const seen =
    context.globals.query === undefined ? `${counted} shown` : `only the first ${counted} looked at`;
  const exist = more === "maybe" ? "may exist" : "exist";
  await context.output.note(`${seen}, more ${exist}: add --all, or a larger --limit`);
}

/** The first rows of a list; `readsOn` to read on until it is known whether another row follows. */
async function* takeRows(
  pages: Pages,
  {
    limit,
    remainder,
    readsOn,
  }: { readonly limit: number; readonly remainder: ListRemainder; readonly readsOn: boolean },
): AsyncGenerator<ListPage> {
  let wanted = limit;
  for await (const page of pages) {
    remainder.more = page.items.length > wanted ? "yes" : "no";
    if (wanted > 0) yield { ...page, items: page.items.slice(0, wanted), nextCursor: null };
    wanted = Math.max(0, wanted - page.items.length);
    if (remainder.more === "yes") return;
    if (wanted === 0 && !readsOn) {
      remainder.more = "maybe";
      return;
    }
  }
}

type WholeList = Answer<{ readonly items: readonly unknown[] }>;

/** The one page of a list without cursors. */
export async function* wholeList(operation: AnyOperation, answer: WholeList): AsyncGenerator<ListPage> {
  const items: unknown = answer.value?.items;
  if (!Array.isArray(items)) {
    const call = { method: operation.method, path: operation.path, attempts: 1 };
    throw new BrokenAnswerError("the service returned a list without items", { call });
  }
  yield { items, limit: undefined, nextCursor: undefined };
}

/** A complete set of rows, as the only page of its list. */
export async function* onePage(items: readonly unknown[]): AsyncGenerator<ListPage> {
  yield { items, limit: undefined, nextCursor: undefined };
}
