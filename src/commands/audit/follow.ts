import type { ListPage } from "../../terminal/output.ts";
import { createTimeline, identityOf } from "./entry.ts";
import type { Match } from "./match.ts";
import { readBack } from "./window.ts";

export interface FollowOptions {
  /** The list from its newest entry on, read afresh. */
  readonly pages: () => AsyncIterable<ListPage>;
  /** How many existing entries are shown first. */
  readonly history: number;
  /** Whether an entry is shown; all are unless given. */
  readonly keeps?: Match["keeps"] | undefined;
  /** Waits for the next poll; `failures` is the number of failed polls in a row. */
  readonly wait: (failures: number) => Promise<void>;
  /** Called after each failed poll with the number of failures in a row; throws to give up. */
  readonly failed: (error: unknown, failures: number) => Promise<void>;
  /** Called when a poll succeeds after a failed one. */
  readonly recovered: () => Promise<void>;
}

/** How long after a newer entry an older one may appear and still be seen, in milliseconds. */
const overlap = 60_000;

/** New entries, oldest first, each once, until stopped. */
export async function* follow(options: FollowOptions): AsyncGenerator<readonly unknown[]> {
  const seen = new Map<string, number>();
  const { pages, history, keeps = () => true } = options;
  let begun = false;
  for (let failures = 0; ; ) {
    const polled = poll({ pages, keeps, seen, history: begun ? undefined : history });
    const fresh = await polled.catch(async (error: unknown) => {
      failures += 1;
      await options.failed(error, failures);
    });
    if (fresh !== undefined) {
      if (failures > 0) await options.recovered();
      const shown = begun ? fresh : fresh.slice(Math.max(0, fresh.length - history));
      begun = true;
      failures = 0;
      if (shown.length > 0) yield shown.map(({ item }) => item);
    }
    await options.wait(failures);
  }
}

interface Found {
  readonly item: unknown;
  /** Milliseconds since the epoch, by the list's timeline. */
  readonly time: number;
  readonly isKept: boolean;
}

interface Poll {
  readonly pages: FollowOptions["pages"];
  readonly keeps: Match["keeps"];
  /** Entries of earlier polls that may appear again, with their times. */
  readonly seen: Map<string, number>;
  /** How many entries the first poll has to find; it reaches further back than later ones for them. */
  readonly history: number | undefined;
}

/** What a poll finds that no earlier one did; remembers it, and forgets what can't appear again. */
async function poll(options: Poll): Promise<Found[]> {
  const { seen } = options;
  const since = floorOf(seen.values());
  const found = await readRecent(options, since);
  const fresh = [...found].filter(
    ([identity, { time, isKept }]) => isKept && time >= since && !seen.has(identity),
  );
  // Includes entries seen before: newer entries change the place of one without a time.
  for (const [identity, { time }] of found) if (time >= since) seen.set(identity, time);
  const floor = floorOf(seen.values());
  for (const [identity, time] of seen) if (time < floor) seen.delete(identity);
  // The list is newest first, and equal times keep the order in which they were listed.
  return fresh
    .map(([, entry]) => entry)
    .reverse()
    .sort((a, b) => a.time - b.time);
}

/** What the list holds back to a time, by identity: entries to show, and others that may appear again. */
async function readRecent({ pages, keeps, history }: Poll, since: number): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  const timeline = createTimeline();
  let newest = Number.NEGATIVE_INFINITY;
  let kept = 0;
  for await (const { items } of readBack(pages(), since)) {
    let oldest = Number.POSITIVE_INFINITY;
    for (const item of items) {
      oldest = timeline(item);
      newest = laterOf(newest, oldest);
      const isKept = keeps(item);
      kept += Number(isKept);
      // Memory stays flat however far back the entries to show are.
      if (isKept || oldest >= newest - overlap) found.set(identityOf(item), { item, time: oldest, isKept });
    }
    if (history !== undefined && kept >= history && oldest < newest - overlap) break;
  }
  return found;
}

/** The time before which nothing new can appear. */
function floorOf(times: Iterable<number>): number {
  let newest = Number.NEGATIVE_INFINITY;
  for (const time of times) newest = laterOf(newest, time);
  return newest - overlap;
}

/** The later of two times; infinity stands for an unreadable one and does not count. */
function laterOf(newest: number, time: number): number {
  return Number.isFinite(time) ? Math.max(newest, time) : newest;
}
