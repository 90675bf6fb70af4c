import { createHash } from "node:crypto";
import type { Spool } from "../../files/spool.ts";
import type { ListPage } from "../../terminal/output.ts";
import { stringifyJson } from "../../values/json.ts";
import { createTimeline, textAt } from "./entry.ts";
import type { Match } from "./filters.ts";
import { readBack } from "./pages.ts";

/** How far following a list got; times are in milliseconds since the epoch. */
export interface FeedPosition {
  /** Entries before it are not looked for; what is remembered of later ones is complete. */
  since: number;
  /** The time of the newest entry. */
  newest: number;
  /** The entries that were handed over and may appear again, by their keys, with their times. */
  readonly seen: Map<string, number>;
}

/** A list that is followed. */
export interface Feed {
  readonly position: FeedPosition;
  /** What of `seen` has changed since the position was last reached. */
  readonly changes: Map<string, number>;
  /** How long after a newer entry an older one may appear and still be seen, in milliseconds. */
  readonly settle: number;
  readonly match: Match | undefined;
  /** What a poll found, the newest first. */
  readonly spool: Spool<News>;
  /** Called once everything before the position was taken. */
  readonly reached: () => Promise<void>;
  /** Called with the number of entries of a poll that came twice. */
  readonly repeated: (count: number) => Promise<void>;
}

/** An entry that no earlier poll had. */
export interface News {
  readonly item: unknown;
  /** Milliseconds since the epoch, by the list's timeline. */
  readonly time: number;
}

/** JSON has no infinity, which stands for a time that is unknown. */
export function readNews(json: unknown): News {
  const { item, time }: Partial<News> = Object(json);
  return { item, time: time ?? Number.POSITIVE_INFINITY };
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

/** Reads the list back to where nothing new can appear, or to as many entries as are to be shown of it. */
export async function poll(
  feed: Feed,
  pages: AsyncIterable<ListPage>,
  { history = Number.POSITIVE_INFINITY, now }: { readonly history: number | undefined; readonly now: number },
): Promise<Found> {
  const { match, position, settle, spool } = feed;
  const since = floorOf(position, settle);
  const timeline = createTimeline();
  let { newest } = position;
  let count = 0;
  await spool.clear();
  for await (const { items } of readBack(pages, since)) {
    const news: News[] = [];
    let oldest = Number.POSITIVE_INFINITY;
    for (const item of items) {
      const time = timeline(item);
      oldest = time;
      newest = laterOf(newest, time, now);
      const isNew = !wasSeen(feed, entryKey(item), time);
      if (isNew && time >= since && match?.keeps(item) !== false) news.push({ item, time });
    }
    await spool.push(news);
    count += news.length;
    if (count >= history && oldest < newest - settle) break;
  }
  return { newest, count, now };
}

/** Whether an entry was handed over before; newer entries change the time of one that has none of its own. */
function wasSeen({ changes, position }: Feed, key: string, time: number): boolean {
  const before = position.seen.get(key);
  if (before === undefined) return false;
  if (before !== time) for (const times of [position.seen, changes]) times.set(key, time);
  return true;
}

/**
 * Hands over the newest of what a poll found, the oldest first, and moves the position on. A part counts as taken when
 * the next one is asked for.
 */
export async function* handOver(
  feed: Feed,
  { newest, now, count }: Found,
  history = count,
): AsyncGenerator<readonly unknown[]> {
  const { changes, position, spool } = feed;
  let skipped = count - history;
  let repeats = 0;
  for await (const news of spool.drain()) {
    const items: unknown[] = [];
    let latest = position.newest;
    for (const { item, time } of news) {
      const key = entryKey(item);
      const isNew = !position.seen.has(key);
      position.seen.set(key, time);
      changes.set(key, time);
      latest = laterOf(latest, time, now);
      skipped -= 1;
      if (!isNew) repeats += 1;
      else if (skipped < 0) items.push(item);
    }
    if (items.length > 0) yield items;
    await advance(feed, latest);
  }
  if (repeats > 0) await feed.repeated(repeats);
  await advance(feed, newest);
}

async function advance({ changes, position, reached, settle }: Feed, newest: number): Promise<void> {
  position.newest = newest;
  position.since = floorOf(position, settle);
  // What can't appear again is forgotten.
  for (const [key, time] of position.seen) if (time < position.since) position.seen.delete(key);
  for (const key of changes.keys()) if (!position.seen.has(key)) changes.delete(key);
  await reached();
  changes.clear();
}

/** The time before which nothing new can appear, if that takes no longer than `settle` milliseconds. */
function floorOf({ since, newest }: FeedPosition, settle: number): number {
  return Math.max(since, newest - settle);
}

/** The later of two times; one in the future does not count, as if it could not be read: it would hide all that follows. */
function laterOf(newest: number, time: number, now: number): number {
  return time <= now ? Math.max(newest, time) : newest;
}

/** Tells an entry from others, without a word of what it says: its id, or else a digest. */
function entryKey(item: unknown): string {
  const id = textAt(item, "id");
  return id === "" ? createHash("sha256").update(stringifyJson(item)).digest("base64url") : id;
}
