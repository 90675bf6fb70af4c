/** How often each name came. */
export interface Counts {
  add(name: string): void;
  /** The most frequent first, equal ones by name. */
  ranked(): readonly Counted[];
  /** By name. */
  ordered(): readonly Counted[];
}

export interface Counted {
  readonly name: string;
  readonly count: number;
}

export function createCounts(): Counts {
  const counts = new Map<string, number>();
  const ordered = (): Counted[] =>
    [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    add: (name) => void counts.set(name, (counts.get(name) ?? 0) + 1),
    ordered,
    ranked: () => ordered().sort((a, b) => b.count - a.count),
  };
}
