import type { ListPage } from "../../terminal/output.ts";
import { createTimeline } from "./entry.ts";

type Pages = AsyncIterable<ListPage>;

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
}

/** Several lists, each newest first, as one; an entry that is in more than one of them comes once. */
export async function* merge(lists: readonly Pages[]): AsyncGenerator<ListPage> {
  const readers: Reader[] = [];
  const isFirst = createRepeatFilter();
  let limit: unknown;
  const refill = async (reader: Reader): Promise<void> => {
    while (reader.entries.length === 0) {
      const next = await reader.pages.next();
      if (next.done) return void readers.splice(readers.indexOf(reader), 1);
      limit = next.value.limit;
      reader.entries = next.value.items.map((item) => ({ item, time: reader.timeOf(item) }));
    }
  };
  try {
    for (const list of lists) {
      const reader = { pages: list[Symbol.asyncIterator](), timeOf: createTimeline(), entries: [] };
      readers.push(reader);
      await refill(reader);
    }
    do {
      const { entries, spent } = takeNewest(readers);
      // A page ends before the next request, which may no longer be wanted.
      yield { items: entries.filter(isFirst).map(({ item }) => item), limit, nextCursor: null };
      if (spent !== undefined) await refill(spent);
    } while (readers.length > 0);
  } finally {
    for (const { pages } of readers) await pages.return?.();
  }
}

/** Takes what comes next, until one of the lists needs its next page. */
function takeNewest(readers: readonly Reader[]): { entries: readonly Timed[]; spent: Reader | undefined } {
  const entries: Timed[] = [];
  for (;;) {
    const newest = readers.reduce<Reader | undefined>(
      (best, reader) => (best === undefined || timeAt(reader) > timeAt(best) ? reader : best),
      undefined,
    );
    const entry = newest?.entries.shift();
    if (entry === undefined) return { entries, spent: newest };
    entries.push(entry);
    if (newest?.entries.length === 0) return { entries, spent: newest };
  }
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
