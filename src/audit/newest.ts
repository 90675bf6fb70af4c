import { timeOf } from "./entry.ts";

/** Keeps the newest entries of a list, whatever its order, and no more than twice as many at a time. */
export interface Newest {
  add(items: readonly unknown[]): void;
  /** The newest first. */
  items(): readonly unknown[];
}

export function keepNewest(most: number): Newest {
  let kept: unknown[] = [];
  const trimmed = (): unknown[] => kept.toSorted((a, b) => timeOf(b) - timeOf(a)).slice(0, most);
  return {
    add(items) {
      kept.push(...items);
      if (kept.length > 2 * most) kept = trimmed();
    },
    items: trimmed,
  };
}
