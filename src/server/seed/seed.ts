import type { z } from "zod";
import type { seedDocument } from "../../contract/control/schemas/seed.ts";
import type { StoredList } from "../../contract/control/words.ts";

/** The initial content of a store, as a document describes it. */
export type Seed = Readonly<z.input<typeof seedDocument>>;

/** An entry of a seed's list; optional fields are made up if they are missing. */
export type SeedEntry<List extends StoredList> = NonNullable<Seed[List]>[number];

/** Only what always exists: the account `default`, the built-in roles and their user. */
export function emptySeed(): Seed {
  return {};
}

/** How many entries a seed adds to each list, generated ones among them. */
export function countEntries({ generate = {}, ...lists }: Seed): Record<string, number> {
  const { seed: _, ...generated } = generate;
  const counts: Record<string, number> = {};
  for (const [name, entries] of Object.entries(lists)) counts[name] = entries?.length ?? 0;
  for (const [name, count] of Object.entries(generated)) counts[name] = (counts[name] ?? 0) + (count ?? 0);
  return counts;
}
