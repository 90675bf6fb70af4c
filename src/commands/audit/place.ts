import { createHash } from "node:crypto";
import { stringifyJson } from "../../values/json.ts";
import { textAt } from "./entry.ts";

/** How far following a list got; times are in milliseconds since the epoch. */
export interface FeedPlace {
  /** Entries before it are not looked for; what is remembered of later ones is complete. */
  since: number;
  /** The time of the newest entry. */
  newest: number;
  /** The entries that were handed over and may appear again, by their keys, with their times. */
  readonly seen: Map<string, number>;
}

/** A place before everything from a time on. */
export function placeAt(since: number): FeedPlace {
  return { since, newest: Number.NEGATIVE_INFINITY, seen: new Map() };
}

/** The time before which nothing new can appear, if that takes no longer than `settle` milliseconds. */
export function floorOf({ since, newest }: FeedPlace, settle: number): number {
  return Math.max(since, newest - settle);
}

/** Moves a place on, and forgets what can't appear again. */
export function advance(place: FeedPlace, newest: number, settle: number): void {
  place.newest = newest;
  place.since = floorOf(place, settle);
  for (const [key, time] of place.seen) if (time < place.since) place.seen.delete(key);
}

/** The later of two times; one in the future does not count, as if it could not be read: it would hide all that follows. */
export function laterOf(newest: number, time: number, now: number): number {
  return time <= now ? Math.max(newest, time) : newest;
}

/** Tells an entry from others, without a word of what it says: its id, or else a digest. */
export function entryKey(item: unknown): string {
  const id = textAt(item, "id");
  return id === "" ? createHash("sha256").update(stringifyJson(item)).digest("base64url") : id;
}
