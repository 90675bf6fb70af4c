/** What payctl reads of an audit log; the rest is passed on as it came. */
export interface Entry {
  readonly id: string;
  /** Milliseconds since the epoch; NaN for a text that is no time. */
  readonly time: number;
  readonly value: unknown;
}

/** An item of the list as an entry; undefined for what has no id. */
export function readEntry(value: unknown): Entry | undefined {
  if (typeof value !== "object" || value === null || !("id" in value)) return undefined;
  return { id: String(value.id), time: timeOf(value), value };
}

/** When an item of the list happened, in milliseconds since the epoch; NaN where it does not say. */
export function timeOf(item: unknown): number {
  const hasTime = typeof item === "object" && item !== null && "timestamp" in item;
  return hasTime ? Date.parse(String(item.timestamp)) : Number.NaN;
}
