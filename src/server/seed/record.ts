import { isRecord } from "../../values/record.ts";
import type { Store } from "../store/store.ts";
import type { Seed } from "./seed.ts";

/** What makes the same data again: the seed, when it was applied, and the name that its made-up ids come from. */
export interface SeedRecord {
  readonly seed: Seed;
  /** RFC 3339. */
  readonly at: string;
  readonly name: string;
}

const note = "seed";

/** Keeps the record beside the data, through restarts. */
export function keepSeedRecord(store: Store, record: SeedRecord): Promise<void> {
  return store.write(({ notes }) => notes.keep(note, JSON.stringify(record)));
}

/** For data that no seed made. */
export function dropSeedRecord(store: Store): Promise<void> {
  return store.write(({ notes }) => notes.drop(note));
}

/** Undefined for data that no seed made. */
export async function findSeedRecord(store: Store): Promise<SeedRecord | undefined> {
  const text = await store.read(({ notes }) => notes.find(note));
  const record: unknown = text === undefined ? undefined : JSON.parse(text);
  // Whatever stands there is what was kept.
  return isRecord(record) ? (record as unknown as SeedRecord) : undefined;
}
