import type { ListOptions, ListQuery } from "../../client/pages.ts";
import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import type { ListPage } from "../../terminal/output.ts";
import { openLists } from "../one-by-one.ts";
import { noteDuplicates } from "../show-list.ts";
import type { Window } from "./calendar.ts";
import { timeOf, undatedCount } from "./entry.ts";
import { type AuditFilter, noteNamesakes } from "./filters.ts";
import type { Match } from "./match.ts";
import { merge } from "./merge.ts";

type Pages = AsyncIterable<ListPage>;

/** Asks for pages of audit logs. */
type ReadAuditLogs = (
  options?: Pick<ListOptions, "cursor" | "onDemand" | "onDuplicates">,
) => AsyncIterable<ListPage>;

/** Prepares to read the list of the queries; undefined in a dry run, which shows the first request of each. */
export async function openAuditLogs(
  context: Context,
  queries: readonly ListQuery[],
): Promise<ReadAuditLogs | undefined> {
  const api = await context.api();
  const lists = { queries, join: merge, pageSize: 100 };
  const onDuplicates = (count: number) => noteDuplicates(context, count);
  const read: ReadAuditLogs = async function* (options) {
    yield* await openLists(api, operations.listAuditLogs, { onDuplicates, ...options, ...lists });
  };
  if (!context.globals.dryRun) return read;
  for await (const _ of read());
  return undefined;
}

/** Narrows a list to a window and by what is compared here. */
export function narrowTo(context: Context, window: Window, filter: AuditFilter): (pages: Pages) => Pages {
  const { match } = filter;
  return async function* narrow(pages) {
    // Without a filter of ours, nearly everything read is shown.
    const progress = match && context.output.progress({ done: "read" });
    let undated = 0;
    try {
      for await (const page of within(pages, window, match)) {
        undated += page.undated;
        await progress?.advance(page.read);
        yield page;
      }
    } finally {
      await progress?.end();
      await noteNamesakes(context, filter);
      if (undated > 0) await context.output.note(`${undatedCount(undated)}: not shown`);
    }
  };
}

/** The part of a page that was selected. */
interface WindowPage extends ListPage {
  /** How many entries it had. */
  readonly read: number;
  /** How many entries were left out because their time can't be read. */
  readonly undated: number;
}

/** The entries of a window that a filter keeps; without a window also those whose time can't be read. */
export async function* within(pages: Pages, window: Window, match?: Match): AsyncGenerator<WindowPage> {
  const { since, until } = window;
  const isOpen = since === Number.NEGATIVE_INFINITY && until === Number.POSITIVE_INFINITY;
  for await (const page of readBack(pages, since)) {
    const kept = match === undefined ? page.items : page.items.filter(match.keeps);
    const { items, undated } = isOpen ? { items: kept, undated: 0 } : between(kept, window);
    match?.see(items);
    yield { ...page, items, read: page.items.length, undated };
  }
}

function between(entries: readonly unknown[], { since, until }: Window) {
  const items: unknown[] = [];
  let undated = 0;
  for (const entry of entries) {
    const time = timeOf(entry);
    if (Number.isNaN(time)) undated += 1;
    if (time >= since && time < until) items.push(entry);
  }
  return { items, undated };
}

/**
 * The pages of a list as far back as a time. The service can't filter by time, so they are read until the order seen,
 * newest first, shows that nothing from then on can follow.
 */
export async function* readBack(pages: Pages, since: number): AsyncGenerator<ListPage> {
  const isBefore = createOrderCheck(since);
  for await (const page of pages) {
    const isLast = isBefore(page.items);
    yield isLast ? { ...page, nextCursor: null } : page;
    if (isLast) return;
  }
}

/** Whether times went down at least once, never up, and now are before `since`; an unreadable one is skipped. */
function createOrderCheck(since: number): (entries: readonly unknown[]) => boolean {
  let latest = Number.NaN;
  let hasFallen = false;
  let hasRisen = false;
  return (entries) => {
    for (const time of entries.map(timeOf)) {
      if (time < latest) hasFallen = true;
      if (time > latest) hasRisen = true;
      if (!Number.isNaN(time)) latest = time;
    }
    return hasFallen && !hasRisen && latest < since;
  };
}
