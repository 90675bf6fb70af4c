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

/** What people are told about it, without reading all of it. */
export interface Beginning {
  readonly seed: "custom" | "demo" | "empty";
  /** RFC 3339. */
  readonly at: string;
}

const note = "seed";
const shortNote = "beginning";

/** Keeps the record with the data, through restarts. */
export function keepSeedRecord(store: Store, record: SeedRecord, seed: Beginning["seed"]): Promise<void> {
  const beginning: Beginning = { seed, at: record.at };
  return store.write(async ({ notes }) => {
    await notes.keep(note, JSON.stringify(record));
    await notes.keep(shortNote, JSON.stringify(beginning));
  });
}

/** Undefined for data that no seed made. */
export async function findSeedRecord(store: Store): Promise<SeedRecord | undefined> {
  return findNote<SeedRecord>(store, note);
}

/** Likewise. */
export async function findBeginning(store: Store): Promise<Beginning | undefined> {
  return findNote<Beginning>(store, shortNote);
}

async function findNote<Noted>(store: Store, name: string): Promise<Noted | undefined> {
  const text = await store.read(({ notes }) => notes.find(name));
  const value: unknown = text === undefined ? undefined : JSON.parse(text);
  // The stored text is what was kept.
  return isRecord(value) ? (value as Noted) : undefined;
}
