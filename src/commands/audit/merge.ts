import type { ListPage } from "../../terminal/output.ts";
import { createTimeline } from "./entry.ts";

/** An entry and its place in time. */
interface Timed {
  readonly item: unknown;
  readonly time: number;
}

/** A list that is being read: the rest of its page, newest first. */
interface Reader {
  readonly pages: AsyncIterator<ListPage>;
  readonly timeOf: (item: unknown) => number;
  entries: Timed[];
  hasEnded: boolean;
}

/** Several lists, each newest first, as one; an entry that is in more than one of them comes once. */
export async function* merge(lists: readonly AsyncIterable<ListPage>[]): AsyncGenerator<ListPage> {
  const readers = lists.map((list): Reader => {
    const pages = list[Symbol.asyncIterator]();
    return { pages, timeOf: createTimeline(), entries: [], hasEnded: false };
  });
  const isFirst = createRepeatFilter();
  let limit: unknown;
  try {
    do {
      for (const reader of readers) limit = (await refill(reader)) ?? limit;
      // A page ends before the next request, which may no longer be wanted.
      const taken = takeNewest(readers.filter(({ hasEnded }) => !hasEnded));
      yield { items: taken.filter(isFirst).map(({ item }) => item), limit, nextCursor: null };
    } while (readers.some(({ hasEnded }) => !hasEnded));
  } finally {
    for (const { pages } of readers) await pages.return?.();
  }
}

/** Reads on where nothing is left of a page; resolves to the limit of the page that was read. */
async function refill(reader: Reader): Promise<unknown> {
  let limit: unknown;
  while (reader.entries.length === 0 && !reader.hasEnded) {
    const next = await reader.pages.next();
    reader.hasEnded = next.done === true;
    if (next.done) break;
    limit = next.value.limit;
    reader.entries = next.value.items.map((item) => ({ item, time: reader.timeOf(item) }));
  }
  return limit;
}

/** Takes what comes next, until one of the lists needs its next page. */
function takeNewest(readers: readonly Reader[]): readonly Timed[] {
  const taken: Timed[] = [];
  while (readers.length > 0 && readers.every(({ entries }) => entries.length > 0)) {
    const newest = readers.reduce((best, reader) => (timeAt(reader) > timeAt(best) ? reader : best));
    taken.push(...newest.entries.splice(0, 1));
  }
  return taken;
}

function timeAt({ entries }: Reader): number {
  return entries[0]?.time ?? Number.NEGATIVE_INFINITY;
}

/** Passes each entry once; only those of one time are remembered, so that memory stays flat. */
function createRepeatFilter(): (entry: Timed) => boolean {
  let now = Number.NaN;
  let seen = new Set<string>();
  return ({ item, time }) => {
    if (time !== now) seen = new Set();
    now = time;
    // Everything in it, because different entries may share an id.
    const text = JSON.stringify(item);
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  };
}
