import type { z } from "zod";
import type { seedDocument } from "../../contract/control/schemas/seed.ts";

/** The initial content of a store, as a document describes it. */
export type Seed = Readonly<z.input<typeof seedDocument>>;

export type SeedList = Exclude<keyof Seed, "generate">;

/** An entry of a seed's list; optional fields are made up if they are missing. */
export type SeedEntry<List extends SeedList> = NonNullable<Seed[List]>[number];

/** Only what always exists: the account `default`, the built-in roles and their user. */
export function emptySeed(): Seed {
  return {};
}

/** How many entries a seed adds to each list, generated ones among them. */
export function countEntries({ generate = {}, ...lists }: Seed): Record<string, number> {
  const { seed: _, ...generated } = generate;
  const added = new Map(Object.entries(lists).map(([name, entries]) => [name, entries?.length ?? 0]));
  for (const [name, count] of Object.entries(generated)) {
    added.set(name, (added.get(name) ?? 0) + (count ?? 0));
  }
  return Object.fromEntries(added);
}
