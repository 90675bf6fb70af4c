import type { Seed } from "./seed.ts";

/** How many entries a seed adds to each list, generated ones among them. */
export function countEntries({ generate = {}, ...lists }: Seed): Record<string, number> {
  const { seed: _, ...generated } = generate;
  const added = new Map(Object.entries(lists).map(([name, entries]) => [name, entries?.length ?? 0]));
  for (const [name, count] of Object.entries(generated)) {
    added.set(name, (added.get(name) ?? 0) + (count ?? 0));
  }
  return Object.fromEntries(added);
}
