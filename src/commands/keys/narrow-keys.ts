import type { ListPage } from "../../terminal/output.ts";
import { isRecord } from "../../values/json.ts";
import { parseInstant } from "../audit/window.ts";

interface KeyFilters {
  readonly unusedSince: string | undefined;
  readonly inactive: boolean | undefined;
}

type Narrow = (pages: AsyncIterable<ListPage>) => AsyncIterable<ListPage>;

/** The filters that the service does not have; undefined where none is given. */
export function narrowKeys({ unusedSince, inactive }: KeyFilters, now: number): Narrow | undefined {
  if (unusedSince === undefined && !inactive) return undefined;
  const since = unusedSince === undefined ? undefined : parseInstant("--unused-since", unusedSince, now);
  const passes = (pair: unknown): boolean => {
    if (!isRecord(pair)) return false;
    if (inactive && pair["active"] !== false) return false;
    return since === undefined || isUnusedSince(pair, since);
  };
  return async function* narrow(pages) {
    for await (const page of pages) yield { ...page, items: page.items.filter(passes) };
  };
}

/** A pair that was never used counts from its creation: one that was made today is no leftover. */
function isUnusedSince(pair: Readonly<Record<string, unknown>>, since: number): boolean {
  const last = Date.parse(String(pair["last_used_at"] ?? pair["created_at"]));
  return last < since;
}
