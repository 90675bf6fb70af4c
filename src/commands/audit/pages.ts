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

/** The entries of a window that a filter keeps; a window that is open at both ends holds those without a readable time, too. */
export async function* within(
  pages: Pages,
  { since, until }: Window,
  match?: Match,
): AsyncGenerator<WindowPage> {
  const window = { since, until };
  for await (const page of readBack(pages, since)) {
    const kept = match === undefined ? page.items : page.items.filter(match.keeps);
    const times = isEverything(window) ? [] : kept.map(timeOf);
    const items = kept.filter((_, index) => isWithin(times[index], window));
    match?.see(items);
    yield { ...page, items, read: page.items.length, undated: times.filter(Number.isNaN).length };
  }
}

function isEverything({ since, until }: Window): boolean {
  return since === Number.NEGATIVE_INFINITY && until === Number.POSITIVE_INFINITY;
}

/** Whether a window has a time; an unreadable one is in the window of everything alone. */
function isWithin(time = Number.NaN, window: Window): boolean {
  return isEverything(window) || (time >= window.since && time < window.until);
}

/**
 * The pages of a list as far back as a time. The service can't filter by time, so they are read until the order seen,
 * newest first, shows that nothing from then on can follow.
 */
export async function* readBack(pages: Pages, since: number): AsyncGenerator<ListPage> {
  const order = watchOrder();
  for await (const page of pages) {
    for (const item of page.items) order.see(timeOf(item));
    const isLast = order.isDescending() && order.latest() < since;
    yield isLast ? { ...page, nextCursor: null } : page;
    if (isLast) return;
  }
}

/** Whether times went down at least once and never up; an unreadable one is skipped. */
function watchOrder() {
  let latest = Number.NaN;
  let hasFallen = false;
  let hasRisen = false;
  return {
    see(time: number): void {
      if (time < latest) hasFallen = true;
      if (time > latest) hasRisen = true;
      if (!Number.isNaN(time)) latest = time;
    },
    isDescending: () => hasFallen && !hasRisen,
    latest: () => latest,
  };
}
