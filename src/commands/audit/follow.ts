import { createHash } from "node:crypto";
import { createSpool, type Spool } from "../../files/spool.ts";
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

/** A position before everything from a time on. */
export function positionAt(since: number): FeedPosition {
  return { since, newest: Number.NEGATIVE_INFINITY, seen: new Map() };
}

interface FollowOptions {
  /** The list from its newest entry on, read afresh. */
  readonly pages: () => AsyncIterable<ListPage>;
  /** Where following starts, and how far it got. */
  readonly position: FeedPosition;
  /** How many existing entries are shown first; undefined means all from the position on. */
  readonly history: number | undefined;
  /** How long after a newer entry an older one may appear and still be seen, in milliseconds. */
  readonly settle: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Ends after the first poll that succeeds. */
  readonly isOnce: boolean;
  /** All entries are shown unless given. */
  readonly keeps: Match["keeps"] | undefined;
  /** A path for the file in which many new entries wait. */
  readonly spoolPath: () => Promise<string>;
  /** Called once everything before the position was taken, with what of `seen` has changed since the last call. */
  readonly reached: (changes: FeedPosition["seen"]) => Promise<void>;
  /** Called with the number of entries of a poll that came twice. */
  readonly repeated: (count: number) => Promise<void>;
  /** Waits for the next poll, after one that succeeded or failed with this error; throws to give up. */
  readonly pause: (failure: unknown) => Promise<void>;
}

/** New entries, oldest first, each once, until stopped. A part counts as taken when the next one is asked for. */
export async function* follow(options: FollowOptions): AsyncGenerator<readonly unknown[]> {
  const spool = createSpool({ place: options.spoolPath, read: readNews });
  const changes = new Map<string, number>();
  let { history } = options;
  try {
    for (;;) {
      let failure: unknown;
      const found = await poll(options, { spool, history, changes }).catch((error: unknown) => {
        failure = error;
      });
      if (found !== undefined) {
        yield* handOver(options, { ...found, spool, history, changes });
        history = undefined;
        if (options.isOnce) return;
      }
      await options.pause(failure);
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
  /** What of `seen` has changed since the position was last reached. */
  readonly changes: Map<string, number>;
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
async function poll(options: FollowOptions, { spool, history, changes }: PollParts): Promise<Found> {
  const { position, settle, keeps = () => true } = options;
  const since = floorOf(position, settle);
  const now = options.now();
  const timeline = createTimeline();
  let { newest } = position;
  let count = 0;
  await spool.clear();
  for await (const { items } of readBack(options.pages(), since)) {
    const news: News[] = [];
    let oldest = Number.POSITIVE_INFINITY;
    for (const item of items) {
      const time = timeline(item);
      oldest = time;
      newest = laterOf(newest, time, now);
      const isNew = !wasSeen({ position, changes }, entryKey(item), time);
      if (isNew && time >= since && keeps(item)) news.push({ item, time });
    }
    await spool.push(news);
    count += news.length;
    if (history !== undefined && count >= history && oldest < newest - settle) break;
  }
  return { newest, count, now };
}

/** Whether an entry was handed over before; newer entries change the time of one that has none of its own. */
function wasSeen(
  { position, changes }: Pick<FollowOptions, "position"> & Pick<PollParts, "changes">,
  key: string,
  time: number,
): boolean {
  const before = position.seen.get(key);
  if (before === undefined) return false;
  if (before !== time) for (const times of [position.seen, changes]) times.set(key, time);
  return true;
}

/** Hands over what a poll found, the oldest first, and moves the position on. */
async function* handOver(
  { position, settle, reached, repeated }: FollowOptions,
  { spool, newest, now, count, changes, history = count }: PollParts & Found,
): AsyncGenerator<readonly unknown[]> {
  const advance = async (latest: number): Promise<void> => {
    position.newest = latest;
    position.since = floorOf(position, settle);
    // What can't appear again is forgotten.
    for (const [key, time] of position.seen) if (time < position.since) position.seen.delete(key);
    for (const key of changes.keys()) if (!position.seen.has(key)) changes.delete(key);
    await reached(changes);
    changes.clear();
  };
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
    await advance(latest);
  }
  if (repeats > 0) await repeated(repeats);
  await advance(newest);
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
