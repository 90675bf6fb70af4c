import type { z } from "zod";
import type { seedDocument } from "../../contract/control/schemas/seed.ts";
import type { StoredList } from "../../contract/control/words.ts";

/** The initial content of a store, as a document describes it. */
export type Seed = Readonly<z.input<typeof seedDocument>>;

/** An entry of a seed's list; optional fields are made up if they are missing. */
export type SeedEntry<List extends StoredList> = NonNullable<Seed[List]>[number];
