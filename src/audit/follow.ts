import type { ListPage } from "../terminal/output.ts";
import { type Entry, readEntry } from "./entry.ts";
import { within } from "./within.ts";

export interface FollowOptions {
  /** The list from its newest entry on, read anew. */
  readonly pages: () => AsyncIterable<ListPage>;
  /** How many entries from before the start are shown. */
  readonly history: number;
  /** Waits for the next look; `failures` is how many looks in a row have failed. */
  readonly wait: (failures: number) => Promise<void>;
  /** Is told of a look that failed, the so many-th in a row; throws when no further one can help. */
  readonly failed: (error: unknown, failures: number) => Promise<void>;
  /** Is told of a look that succeeds behind one that has failed. */
  readonly recovered: () => Promise<void>;
}

/** How late an entry may turn up behind a newer one and still be seen, in milliseconds. */
const overlap = 60_000;

/** New entries, oldest first, each once; goes on until it is stopped. */
export async function* follow(options: FollowOptions): AsyncGenerator<readonly unknown[]> {
  const seen = new Map<string, number>();
  let begun = false;
  for (let failures = 0; ; ) {
    const fresh = await look({ pages: options.pages, isFirst: !begun }, seen).catch(
      async (error: unknown) => {
        failures += 1;
        await options.failed(error, failures);
      },
    );
    if (fresh !== undefined) {
      if (failures > 0) await options.recovered();
      const shown = begun ? fresh : fresh.slice(Math.max(0, fresh.length - options.history));
      begun = true;
      failures = 0;
      if (shown.length > 0) yield shown.map(({ value }) => value);
    }
    await options.wait(failures);
  }
}

interface Look {
  readonly pages: FollowOptions["pages"];
  readonly isFirst: boolean;
}

/** What a look finds that no earlier one has; remembers it, and forgets what can't come again. */
async function look({ pages, isFirst }: Look, seen: Map<string, number>): Promise<Entry[]> {
  const since = floorOf(seen);
  const fresh: Entry[] = [];
  for await (const page of within(pages(), { since, until: Number.POSITIVE_INFINITY })) {
    const entries = page.items.map(readEntry).filter((entry) => entry !== undefined);
    fresh.push(...entries.filter(({ id }) => !seen.has(id)));
    if (isFirst && isFarBack(fresh)) break;
  }
  for (const { id, time } of fresh) seen.set(id, time);
  const floor = floorOf(seen);
  for (const [id, time] of seen) if (time < floor) seen.delete(id);
  // The list is newest first, and equal times keep the order in which they were listed.
  return fresh.reverse().sort((a, b) => a.time - b.time);
}

function floorOf(seen: ReadonlyMap<string, number>): number {
  let newest = Number.NEGATIVE_INFINITY;
  for (const time of seen.values()) newest = Math.max(newest, time);
  return newest - overlap;
}

/** The first look only has to reach behind what later ones look back at. */
function isFarBack(entries: readonly Entry[]): boolean {
  const newest = entries[0]?.time ?? Number.NaN;
  const oldest = entries.at(-1)?.time ?? Number.NaN;
  return oldest < newest - overlap;
}
