/** Lets each item through once: rows that move while a list is read may come again on the next page. */
export function createDuplicateFilter(): (items: readonly unknown[]) => readonly unknown[] {
  // Only two pages are remembered, so that memory stays flat.
  let previous = new Set<unknown>();
  return (items) => {
    const current = new Set<unknown>();
    const fresh = items.filter((item) => {
      const id = idOf(item);
      if (id === undefined) return true;
      const isKnown = previous.has(id) || current.has(id);
      current.add(id);
      return !isKnown;
    });
    previous = current;
    return fresh;
  };
}

function idOf(item: unknown): string | undefined {
  if (typeof item !== "object" || item === null || !("id" in item)) return undefined;
  return typeof item.id === "string" ? item.id : undefined;
}
