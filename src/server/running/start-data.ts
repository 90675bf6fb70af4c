import { UsageError } from "../../errors.ts";
import { applySeed, type Registration, registerKeyPair } from "../seed/apply.ts";
import { findSeedRecord, keepSeedRecord, type SeedRecord } from "../seed/record.ts";
import { countEntries, type Seed } from "../seed/seed.ts";
import { createDrawnIds } from "../sources.ts";
import type { ReferenceStore } from "../store/open.ts";
import { readPublicKey } from "../store/public-key.ts";
import type { KeyPairRecord } from "../store/records.ts";
import { restoreSnapshot } from "../store/snapshots.ts";

/** What a database should contain when the server starts answering. */
export interface StartData {
  /** Undefined: what is there stays, and a new database gets the demo. */
  readonly seed: Seed | "demo" | undefined;
  /** Removes all data first. */
  readonly reset: boolean;
  /** PEM, SPKI, of the key pair that may do everything. */
  readonly administrator: string;
  /** Whether that key pair is for this start alone. */
  readonly administratorLeaves: boolean;
  /** Whether the same answers as last time are wanted, which needs the same beginning. */
  readonly mustBeNew?: boolean;
}

/** Seeds where there is nothing yet, or where that was asked for, and makes the administrator's key pair known. */
export async function prepareData(store: ReferenceStore, data: StartData): Promise<void> {
  const { administrator } = data;
  const isEmpty = await store.isEmpty();
  if (!isEmpty && !data.reset) refuseData(data);
  if (isEmpty || data.reset) {
    const seed = typeof data.seed === "object" ? data.seed : await loadDemo();
    const record = { seed, at: store.now().toISOString(), name: store.newId() };
    await (isSmall(seed) ? seedAndCopy : seedAnew)(store, record, { administrator });
    await keepSeedRecord(store, record);
  }
  await ensureAdministrator(store, administrator);
}

/**
 * Goes back to the seed that the data began with, down to made-up ids and times; false where none is known. Where no
 * copy is kept of what came of the seed, it is applied once more, and a copy kept for the next times.
 */
export async function resetData(store: ReferenceStore, { administrator }: StartData): Promise<boolean> {
  if (await restoreSnapshot(store, copyName)) return true;
  const record = await findSeedRecord(store);
  if (record === undefined) return false;
  await seedAndCopy(store, record, { administrator });
  return true;
}

function refuseData({ mustBeNew, seed }: StartData): void {
  if (seed !== undefined) {
    throw new UsageError("the database already has data", {
      hint: "to remove it first, add --reset; to keep it, drop --seed",
    });
  }
  if (mustBeNew) {
    throw new UsageError("the database already has data, so the answers would not be repeatable", {
      hint: "add --reset, or --database :memory:",
    });
  }
}

async function loadDemo(): Promise<Seed> {
  const { default: demo } = await import("../seed/demo.yaml");
  return demo;
}

/** Removes what was there only for this start. */
export async function clearData(store: ReferenceStore, data: StartData): Promise<void> {
  if (!data.administratorLeaves) return;
  const keyPair = await findAdministrator(store, data.administrator);
  if (keyPair !== undefined) await store.write(({ apiKeyPairs }) => apiKeyPairs.delete(keyPair.id));
}

/** The snapshot that a reset goes back to; those that users take have other names. */
const copyName = "seed";

/** Entries whose copy costs a start a few milliseconds. */
const few = 10_000;

function isSmall(seed: Seed): boolean {
  return Object.values(countEntries(seed)).reduce((sum, count) => sum + count, 0) <= few;
}

interface Beginning {
  /** PEM. */
  readonly administrator: string;
  /** Stores a copy of the data under this name. */
  readonly snapshot?: string;
}

/** As `seedAnew`, and stores a copy of what came of it where there is room for one. */
async function seedAndCopy(store: ReferenceStore, record: SeedRecord, beginning: Beginning): Promise<void> {
  try {
    await seedAnew(store, record, { ...beginning, snapshot: copyName });
  } catch {
    await seedAnew(store, record, beginning);
  }
}

/**
 * Replaces all data by a seed, down to the same made-up ids and times each time; in one transaction with the
 * administrator's key pair, so that no request in between is refused.
 */
async function seedAnew(store: ReferenceStore, record: SeedRecord, beginning: Beginning): Promise<void> {
  const { administrator, snapshot } = beginning;
  const newId = createDrawnIds(record.name);
  const maker = { ...store, now: () => new Date(record.at), newId };
  const isNamed = record.seed.api_key_pairs?.some(
    ({ public_key: pem }) => thumbprintOf(pem) === thumbprintOf(administrator),
  );
  const keyPair = isNamed ? {} : { keyPair: administratorRegistration(newId(), administrator) };
  await applySeed(maker, record.seed, { clear: true, ...keyPair, snapshot });
}

/** The key pair that may do everything, by its PEM: one that the seed or an earlier start made known stays as it is. */
async function ensureAdministrator(store: ReferenceStore, publicKey: string): Promise<void> {
  if ((await findAdministrator(store, publicKey)) !== undefined) return;
  await registerKeyPair(store, administratorRegistration(store.newId(), publicKey));
}

function administratorRegistration(id: string, publicKey: string): Registration {
  return { id, displayName: "payctl serve", publicKey };
}

function findAdministrator(store: ReferenceStore, publicKey: string): Promise<KeyPairRecord | undefined> {
  const thumbprint = thumbprintOf(publicKey) ?? "";
  return store.read(({ apiKeyPairs }) => apiKeyPairs.findByThumbprint(thumbprint));
}

function thumbprintOf(publicKey: string): string | undefined {
  return readPublicKey(publicKey)?.thumbprint;
}
