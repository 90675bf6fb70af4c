import { readField } from "../../terminal/fields.ts";
import { isRecord } from "../../values/record.ts";
import { grouped } from "../../values/text.ts";
import { readTime } from "../../values/time.ts";

/** The text in a field of an audit log; empty if there is none. */
export function textAt(item: unknown, field: string): string {
  const value = readField(item, field);
  return typeof value === "string" ? value : "";
}

/** The time of an audit log, in milliseconds since the epoch; NaN if it has none that can be read. */
export function timeOf(item: unknown): number {
  const text = isRecord(item) ? item["timestamp"] : undefined;
  return typeof text === "string" ? readTime(text) : Number.NaN;
}

/**
 * The times of a list's entries, which are given newest first: an unreadable one gets that of the entry before it, or
 * infinity before the first readable one.
 */
export function createTimeline(): (item: unknown) => number {
  let latest = Number.POSITIVE_INFINITY;
  return (item) => {
    const time = timeOf(item);
    if (!Number.isNaN(time)) latest = time;
    return latest;
  };
}

/** `1 entry`, `12,345 entries`. */
export function entryCount(count: number): string {
  return `${grouped(count)} ${count === 1 ? "entry" : "entries"}`;
}

/** How many entries have no time that can be read. */
export function undatedCount(count: number): string {
  return `${entryCount(count)} ${count === 1 ? "has" : "have"} a time that could not be read`;
}
