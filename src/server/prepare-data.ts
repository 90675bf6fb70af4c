import { UsageError } from "../errors.ts";
import { ensureAdministrator, findAdministrator } from "./administrator.ts";
import { findSeedRecord, keepSeedRecord } from "./seed/record.ts";
import type { Seed } from "./seed/seed.ts";
import { isSmall, restoreCopy, seedAndCopy, seedAnew } from "./seed-anew.ts";
import type { ReferenceStore } from "./store/open.ts";

/** What a database is to hold when the server begins to answer. */
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
    await (isSmall(seed) ? seedAndCopy : seedAnew)(store, record, administrator);
    await keepSeedRecord(store, record);
  }
  await ensureAdministrator(store, administrator);
}

/**
 * Goes back to the seed that the data began with, down to made-up ids and times; false where none is known. Where no
 * copy is kept of what came of the seed, it is applied once more, and a copy kept for the next times.
 */
export async function resetData(store: ReferenceStore, { administrator }: StartData): Promise<boolean> {
  if (await restoreCopy(store)) return true;
  const record = await findSeedRecord(store);
  if (record === undefined) return false;
  await seedAndCopy(store, record, administrator);
  return true;
}

function refuseData({ mustBeNew, seed }: StartData): void {
  if (seed !== undefined) {
    throw new UsageError("the database has data already", {
      hint: "to remove it first, add --reset; to keep it, leave --seed out",
    });
  }
  if (mustBeNew) {
    throw new UsageError("the database has data already, so that the answers would not be the same again", {
      hint: "add --reset, or --database :memory:",
    });
  }
}

async function loadDemo(): Promise<Seed> {
  const { default: demo } = await import("./seed/demo.yaml");
  return demo;
}

/** Takes out what was there for this start alone. */
export async function clearData(store: ReferenceStore, data: StartData): Promise<void> {
  if (!data.administratorLeaves) return;
  const keyPair = await findAdministrator(store, data.administrator);
  if (keyPair !== undefined) await store.write(({ apiKeyPairs }) => apiKeyPairs.delete(keyPair.id));
}
