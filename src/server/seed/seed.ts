import type { z } from "zod";
import type { seedSchema } from "./check/schema.ts";

/** What a store begins with, as a document may say it. */
export type Seed = Readonly<z.input<typeof seedSchema>>;

export type SeedList = Exclude<keyof Seed, "generate">;

/** A seed that names each of its entries. */
export type NamedSeed = Pick<Seed, SeedList>;

/** An entry of a seed's list; what is optional is made up when it is missing. */
export type Entry<List extends SeedList> = NonNullable<Seed[List]>[number];

/** Only what exists always: the account `default`, the built-in roles and their user. */
export function emptySeed(): Seed {
  return {};
}
