import { UsageError } from "../errors.ts";
import type { ReferenceStore } from "./store/open.ts";
import { readPublicKey } from "./store/public-key.ts";
import type { KeyPairRecord } from "./store/records.ts";
import { applySeed, registerKeyPair, type Seed } from "./store/seed.ts";

/** What a database is to hold when the server begins to answer. */
export interface StartData {
  /** Undefined: what is there stays, and a new database gets the demo. */
  readonly seed: Seed | undefined;
  /** Removes all data first. */
  readonly reset: boolean;
  /** PEM, SPKI, of the key pair that may do everything. */
  readonly administrator: string;
  /** Whether that key pair is for this start alone. */
  readonly administratorLeaves: boolean;
}

/** Seeds where there is nothing yet, or where that was asked for, and makes the administrator's key pair known. */
export async function prepareData(store: ReferenceStore, data: StartData): Promise<void> {
  const isEmpty = await store.isEmpty();
  if (!isEmpty && data.seed !== undefined && !data.reset) {
    throw new UsageError("the database has data already", {
      hint: "to remove it first, add --reset; to keep it, leave --seed out",
    });
  }
  if (isEmpty || data.reset) {
    const seed = data.seed ?? (await loadDemo(store));
    await applySeed(store, seed, data.reset ? { clear: true } : {});
  }
  await ensureAdministrator(store, data.administrator);
}

async function loadDemo(store: ReferenceStore): Promise<Seed> {
  const { demoSeed } = await import("./store/demo.ts");
  return demoSeed(store.now());
}

/** A key pair that the seed or an earlier start made known stays as it is. */
async function ensureAdministrator(store: ReferenceStore, publicKey: string): Promise<void> {
  if ((await findAdministrator(store, publicKey)) !== undefined) return;
  await registerKeyPair(store, { id: store.newId(), displayName: "payctl serve", publicKey });
}

/** Takes out what was there for this start alone. */
export async function clearData(store: ReferenceStore, data: StartData): Promise<void> {
  if (!data.administratorLeaves) return;
  const keyPair = await findAdministrator(store, data.administrator);
  if (keyPair !== undefined) await store.write(({ apiKeyPairs }) => apiKeyPairs.delete(keyPair.id));
}

function findAdministrator(store: ReferenceStore, publicKey: string): Promise<KeyPairRecord | undefined> {
  const thumbprint = readPublicKey(publicKey)?.thumbprint ?? "";
  return store.read(({ apiKeyPairs }) => apiKeyPairs.findByThumbprint(thumbprint));
}
