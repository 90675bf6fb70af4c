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

/** The short answer to what the data began with; the whole seed may be large. */
export interface SeedSummary {
  readonly seed: "custom" | "demo" | "empty";
  /** RFC 3339. */
  readonly at: string;
}

const recordNote = "seed";
const summaryNote = "beginning";

/** Keeps the record with the data, through restarts. */
export function keepSeedRecord(store: Store, record: SeedRecord, seed: SeedSummary["seed"]): Promise<void> {
  const summary: SeedSummary = { seed, at: record.at };
  return store.write(async ({ notes }) => {
    await notes.keep(recordNote, JSON.stringify(record));
    await notes.keep(summaryNote, JSON.stringify(summary));
  });
}

/** Undefined for data that no seed made. */
export async function findSeedRecord(store: Store): Promise<SeedRecord | undefined> {
  return findNote<SeedRecord>(store, recordNote);
}

/** Undefined for data that no seed made. */
export async function findSeedSummary(store: Store): Promise<SeedSummary | undefined> {
  return findNote<SeedSummary>(store, summaryNote);
}

async function findNote<Noted>(store: Store, name: string): Promise<Noted | undefined> {
  const text = await store.read(({ notes }) => notes.find(name));
  const value: unknown = text === undefined ? undefined : JSON.parse(text);
  // The stored text is what was kept.
  return isRecord(value) ? (value as Noted) : undefined;
}
