import { createSpool, type Spool } from "../../files/spool.ts";
import type { ListPage } from "../../terminal/output.ts";
import { createTimeline } from "./entry.ts";
import type { Match } from "./match.ts";
import { advance, entryKey, type FeedPlace, floorOf, laterOf } from "./place.ts";
import { readBack } from "./window.ts";

export interface FollowOptions {
  /** The list from its newest entry on, read afresh. */
  readonly pages: () => AsyncIterable<ListPage>;
  /** Where following starts, and how far it got. */
  readonly place: FeedPlace;
  /** How many existing entries are shown first; undefined means all from the place on. */
  readonly history: number | undefined;
  /** How long after a newer entry an older one may appear and still be seen, in milliseconds. */
  readonly settle: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Ends after the first poll that succeeds. */
  readonly isOnce?: boolean | undefined;
  /** Whether an entry is shown; all are unless given. */
  readonly keeps?: Match["keeps"] | undefined;
  /** A path for the file in which many new entries wait. */
  readonly spoolPlace: () => Promise<string>;
  /** Called once everything before the place was taken. */
  readonly reached: () => Promise<void>;
  /** Called with the number of entries of a poll that came twice. */
  readonly repeated: (count: number) => Promise<void>;
  /** Waits for the next poll; `failures` is the number of failed polls in a row. */
  readonly wait: (failures: number) => Promise<void>;
  /** Called after each failed poll with the number of failures in a row; throws to give up. */
  readonly failed: (error: unknown, failures: number) => Promise<void>;
  /** Called when a poll succeeds after a failed one. */
  readonly recovered: () => Promise<void>;
}

/** New entries, oldest first, each once, until stopped. A part counts as taken when the next one is asked for. */
export async function* follow(options: FollowOptions): AsyncGenerator<readonly unknown[]> {
  const spool = createSpool({ place: options.spoolPlace, read: readNews });
  let { history } = options;
  try {
    for (let failures = 0; ; ) {
      const polled = poll(options, { spool, history });
      const found = await polled.catch(async (error: unknown) => {
        failures += 1;
        await options.failed(error, failures);
      });
      if (found !== undefined) {
        if (failures > 0) await options.recovered();
        failures = 0;
        yield* handOver(options, { ...found, spool, history });
        history = undefined;
        if (options.isOnce) return;
      }
      await options.wait(failures);
    }
  } finally {
    await spool.clear();
  }
}

/** An entry that no earlier poll had. */
interface News {
  readonly item: unknown;
  /** Milliseconds since the epoch, by the list's timeline. */
  readonly time: number;
}

/** JSON has no infinity, which stands for a time that is unknown. */
function readNews(json: unknown): News {
  const { item, time }: Partial<News> = Object(json);
  return { item, time: time ?? Number.POSITIVE_INFINITY };
}

interface PollParts {
  readonly spool: Spool<News>;
  /** Undefined after the first poll. */
  readonly history: number | undefined;
}

/** What a poll found besides the new entries, which are in the spool. */
interface Found {
  /** The time of the newest entry, shown or not. */
  readonly newest: number;
  /** How many entries are in the spool. */
  readonly count: number;
  /** When it began, in milliseconds since the epoch. */
  readonly now: number;
}

/** Reads the list back to where nothing new can appear. */
async function poll(options: FollowOptions, { spool, history }: PollParts): Promise<Found> {
  const { place, settle, keeps = () => true } = options;
  const since = floorOf(place, settle);
  const now = options.now();
  const timeline = createTimeline();
  let { newest } = place;
  let count = 0;
  await spool.clear();
  for await (const { items } of readBack(options.pages(), since)) {
    const news: News[] = [];
    let oldest = Number.POSITIVE_INFINITY;
    for (const item of items) {
      const time = timeline(item);
      oldest = time;
      newest = laterOf(newest, time, now);
      const key = entryKey(item);
      // Newer entries change the place of one without a time.
      if (place.seen.has(key)) place.seen.set(key, time);
      else if (time >= since && keeps(item)) news.push({ item, time });
    }
    await spool.push(news);
    count += news.length;
    if (history !== undefined && count >= history && oldest < newest - settle) break;
  }
  return { newest, count, now };
}

/** Hands over what a poll found, the oldest first, and moves the place on. */
async function* handOver(
  { place, settle, reached, repeated }: FollowOptions,
  { spool, newest, now, count, history = count }: PollParts & Found,
): AsyncGenerator<readonly unknown[]> {
  let skipped = count - history;
  let repeats = 0;
  for await (const news of spool.drain()) {
    const items: unknown[] = [];
    let latest = place.newest;
    for (const { item, time } of news) {
      const known = place.seen.size;
      const isNew = place.seen.set(entryKey(item), time).size > known;
      latest = laterOf(latest, time, now);
      skipped -= 1;
      if (!isNew) repeats += 1;
      else if (skipped < 0) items.push(item);
    }
    if (items.length > 0) yield items;
    advance(place, latest, settle);
    await reached();
  }
  if (repeats > 0) await repeated(repeats);
  advance(place, newest, settle);
  await reached();
}
