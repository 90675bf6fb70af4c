import { isRecord } from "../../values/json.ts";
import { grouped } from "../../values/text.ts";

/** The part of an audit log that payctl reads; the rest is passed on unchanged. */
export interface AuditEntry {
  readonly id: string;
  /** Milliseconds since the epoch; NaN for a text that is not a time. */
  readonly time: number;
  readonly value: unknown;
}

/** An item of the list as an entry; undefined if it has no id. */
export function readEntry(value: unknown): AuditEntry | undefined {
  if (!isRecord(value) || !("id" in value)) return undefined;
  return { id: String(value["id"]), time: timeOf(value), value };
}

/** The time of an item of the list, in milliseconds since the epoch; NaN if it has none. */
export function timeOf(item: unknown): number {
  return isRecord(item) && "timestamp" in item ? Date.parse(String(item["timestamp"])) : Number.NaN;
}

/** `1 entry`, `12,345 entries`. */
export function entryCount(count: number): string {
  return `${grouped(count)} ${count === 1 ? "entry" : "entries"}`;
}
