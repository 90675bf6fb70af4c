import type { ReferenceStore } from "../open.ts";
import { clearTables, copyData } from "../snapshots.ts";
import { insertSeed } from "./insert-seed.ts";
import { insertRegistration, type Registration } from "./registration.ts";
import type { Seed } from "./seed.ts";

export interface SeedOptions {
  /** Removes all data first. */
  readonly clear?: true;
  /** Registered in the same transaction. */
  readonly keyPair?: Registration;
  /** Keeps what then is there as a snapshot of this name. */
  readonly snapshot?: string | undefined;
}

/** Adds a checked seed, wholly or not at all; an entry that contradicts what is kept is a UsageError. */
export function applySeed(store: ReferenceStore, seed: Seed, options: SeedOptions = {}): Promise<void> {
  return store.change((database) => {
    if (options.clear) clearTables(database);
    insertSeed(database, store, seed);
    if (options.keyPair !== undefined) insertRegistration(database, options.keyPair, store);
    if (options.snapshot !== undefined) copyData(database, options.snapshot);
  });
}
