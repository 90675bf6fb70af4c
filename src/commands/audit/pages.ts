import type { ListOptions, ListQuery } from "../../client/pages.ts";
import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import type { ListPage } from "../../terminal/output.ts";
import { openLists } from "../list-queries.ts";
import { noteDuplicates } from "../show-list.ts";
import type { Window } from "./calendar.ts";
import { timeOf, undatedCount } from "./entry.ts";
import type { Match } from "./filters.ts";
import { merge } from "./merge.ts";

type Pages = AsyncIterable<ListPage>;

/** Asks for pages of audit logs. */
type ReadAuditLogs = (options?: Pick<ListOptions, "cursor" | "onDemand" | "onDuplicates">) => Pages;

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

/** Which entries of a list are wanted. */
export interface EntrySelection {
  readonly window: Window;
  /** Undefined if all in the window are. */
  readonly match: Match | undefined;
}

/** The part of a page that was selected. */
interface SelectedPage extends ListPage {
  /** How many entries the page had. */
  readonly read: number;
  /** How many entries were left out because their time can't be read. */
  readonly undated: number;
}

/** Selects from pages; shows how much was read, and says in the end which people a text turned out to mean. */
export async function* select(
  { output }: Context,
  pages: Pages,
  selection: EntrySelection,
): AsyncGenerator<SelectedPage> {
  const progress = output.progress({ done: "read" });
  try {
    for await (const page of within(pages, selection)) {
      await progress.advance(page.read);
      yield page;
    }
  } finally {
    await progress.end();
    for (const text of selection.match?.namesakes() ?? []) await output.note(text);
  }
}

/** Selects from pages, and says in the end how many entries were left out because their time can't be read. */
export function narrowTo(context: Context, selection: EntrySelection) {
  return async function* narrow(pages: Pages): AsyncGenerator<SelectedPage> {
    let undated = 0;
    try {
      for await (const page of select(context, pages, selection)) {
        undated += page.undated;
        yield page;
      }
    } finally {
      if (undated > 0) await context.output.note(`${undatedCount(undated)}: left out`);
    }
  };
}

/** The entries of a window that a filter keeps; without a window also those whose time can't be read. */
async function* within(pages: Pages, { match, window }: EntrySelection): AsyncGenerator<SelectedPage> {
  const { since, until } = window;
  const isOpen = since === Number.NEGATIVE_INFINITY && until === Number.POSITIVE_INFINITY;
  for await (const page of readBack(pages, since)) {
    const kept = match === undefined ? page.items : page.items.filter(match.keeps);
    const items = isOpen ? kept : kept.filter((entry) => isWithin(timeOf(entry), window));
    const undated = isOpen ? 0 : kept.filter((entry) => Number.isNaN(timeOf(entry))).length;
    match?.see(items);
    yield { ...page, items, read: page.items.length, undated };
  }
}

function isWithin(time: number, { since, until }: Window): boolean {
  return time >= since && time < until;
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
