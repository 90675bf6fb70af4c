import { administratorRegistration, thumbprintOf } from "./administrator.ts";
import { createDrawnIds } from "./sources.ts";
import type { ReferenceStore } from "./store/open.ts";
import { applySeed } from "./store/seed/apply-seed.ts";
import { countEntries } from "./store/seed/count-entries.ts";
import type { Seed } from "./store/seed/seed.ts";
import type { SeedRecord } from "./store/seed/seed-record.ts";
import { restoreSnapshot } from "./store/snapshots.ts";

/** The snapshot that a reset goes back to; none that has a name of its own is called so. */
const copyName = "seed";

/** Entries whose copy costs a start a few milliseconds. */
const few = 10_000;

export function isSmall(seed: Seed): boolean {
  return Object.values(countEntries(seed)).reduce((sum, count) => sum + count, 0) <= few;
}

/**
 * Puts a seed in the place of all data, down to the same made-up ids and times each time; in one transaction with the
 * administrator's key pair, a PEM, so that no request in between is refused.
 */
export function seedAnew(store: ReferenceStore, record: SeedRecord, administrator: string): Promise<void> {
  return apply(store, record, { administrator });
}

/** As `seedAnew`, and keeps a copy of what came of it where there is room for one. */
export async function seedAndCopy(
  store: ReferenceStore,
  record: SeedRecord,
  administrator: string,
): Promise<void> {
  try {
    await apply(store, record, { administrator, snapshot: copyName });
  } catch {
    await apply(store, record, { administrator });
  }
}

/** Goes back to the copy; false where none is kept. */
export function restoreCopy(store: ReferenceStore): Promise<boolean> {
  return restoreSnapshot(store, copyName);
}

interface Beginning {
  readonly administrator: string;
  /** Keeps it under this name. */
  readonly snapshot?: string;
}

async function apply(store: ReferenceStore, record: SeedRecord, beginning: Beginning): Promise<void> {
  const { administrator, snapshot } = beginning;
  const newId = createDrawnIds(record.name);
  const maker = { ...store, now: () => new Date(record.at), newId };
  const isNamed = record.seed.api_key_pairs?.some(
    ({ public_key: pem }) => thumbprintOf(pem) === thumbprintOf(administrator),
  );
  const keyPair = isNamed ? {} : { keyPair: administratorRegistration(newId(), administrator) };
  await applySeed(maker, record.seed, { clear: true, ...keyPair, snapshot });
}
