import type { Exchange } from "../../src/contract/exchange.ts";

/** A service whose only list is this one of audit logs, in pages of this size. */
export function listing(entries: readonly unknown[], pageSize = 100): Exchange {
  return async ({ target }) => {
    const { searchParams } = new URL(target, "http://list.example");
    const start = Number(searchParams.get("cursor") ?? 0);
    const end = start + pageSize;
    return {
      status: 200,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        items: entries.slice(start, end),
        limit: pageSize,
        next_cursor: end < entries.length ? String(end) : null,
        previous_cursor: null,
      }),
    };
  };
}

/** What is wrong with a time, or looks wrong. */
export const oddTimes = {
  null: { timestamp: null },
  absent: {},
  "no time": { timestamp: "soon" },
  "unix seconds": { timestamp: 1_763_681_400 },
  "unix seconds as text": { timestamp: "1763681400" },
  "a day that no month has": { timestamp: "2026-02-30T12:00:00Z" },
} as const;

/** The rows of NDJSON. */
export function rowsIn<Row extends object>(ndjson: string): Row[] {
  return Array.from(ndjson.matchAll(/.+/g), ([line]) => JSON.parse(line));
}
