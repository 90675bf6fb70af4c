import type { ListPage } from "../terminal/output.ts";
import { timeOf } from "./entry.ts";
import type { Window } from "./window.ts";

/**
 * The entries of a window. The service filters by no time, so pages are read until the order seen, newest first,
 * shows that nothing of the window can follow.
 */
export async function* within(pages: AsyncIterable<ListPage>, window: Window): AsyncGenerator<ListPage> {
  const order = watchOrder();
  for await (const page of pages) {
    const times = page.items.map(timeOf);
    for (const time of times) order.see(time);
    const items = page.items.filter((_, index) => isInside(times[index], window));
    const isLast = page.nextCursor == null || (order.isDescending() && order.latest() < window.since);
    yield { items, limit: page.limit, nextCursor: isLast ? null : page.nextCursor };
    if (isLast) return;
  }
}

function isInside(time: number | undefined, window: Window): boolean {
  return time !== undefined && time >= window.since && time < window.until;
}

/** Whether times went down at least once and never up; one that is no time proves nothing. */
function watchOrder() {
  let latest = Number.NaN;
  let hasFallen = false;
  let hasRisen = false;
  return {
    see(time: number): void {
      if (Number.isNaN(time)) hasRisen = true;
      if (time < latest) hasFallen = true;
      if (time > latest) hasRisen = true;
      latest = time;
    },
    isDescending: () => hasFallen && !hasRisen,
    latest: () => latest,
  };
}
