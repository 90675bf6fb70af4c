import { readPublicKey } from "../../contract/public-key.ts";
import { UsageError } from "../../errors.ts";
import { createDeterministicIds } from "../sources.ts";
import { ConflictError, type KeyPairRecord } from "../store/records.ts";
import type { Storage } from "../store/storage.ts";
import type { ReferenceStore } from "../store/store.ts";
import { applySeed, registerAdministrator } from "./apply.ts";
import { keepSeedRecord, type SeedRecord, type SeedSummary } from "./record.ts";
import type { Seed } from "./seed.ts";

/** What a database should contain when the server starts answering. */
export interface StartData {
  /** Undefined: existing data stays, and a new database gets the demo. */
  readonly seed: Seed | "demo" | undefined;
  /** Removes all data first. */
  readonly reset: boolean;
  /** Called if there is data, which is then left as it is; unless given, a seed is refused where there is data. */
  readonly onExistingData?: (() => void) | undefined;
  /** PEM, SPKI, of the key pair that may do everything. */
  readonly administrator: string;
  /** Whether that key pair is for this start alone. */
  readonly administratorLeaves: boolean;
  /** Whether the same answers as last time are wanted, which requires the same initial data. */
  readonly mustBeNew?: boolean;
}

/** Fills the database if it is empty, or if asked to, and registers the administrator's key pair. */
export async function prepareData(storage: Storage, data: StartData): Promise<void> {
  const { store } = storage.root;
  const isEmpty = await store.read(({ lists }) => lists.areEmpty());
  if (!isEmpty && !data.reset) refuseData(data);
  if (isEmpty || data.reset) await beginWithSeed(store, data);
  await keepAdministrator(storage, data.administrator);
}

async function beginWithSeed(store: ReferenceStore, data: StartData): Promise<void> {
  const seed = typeof data.seed === "object" ? data.seed : await loadDemo();
  const record = { seed, at: store.now().toISOString(), name: store.newId() };
  await seedAnew(store, record, data.administrator);
  await keepSeedRecord(store, record, nameOf(data.seed));
}

function nameOf(seed: StartData["seed"]): SeedSummary["seed"] {
  if (typeof seed !== "object") return "demo";
  return Object.keys(seed).length === 0 ? "empty" : "custom";
}

function refuseData({ onExistingData, mustBeNew, seed }: StartData): void {
  if (onExistingData === undefined && seed !== undefined) {
    throw new UsageError("the database already has data", {
      hint: { text: "to keep it, add --if-empty; to remove it first, add", command: "--reset" },
    });
  }
  if (mustBeNew) {
    throw new UsageError("the database already has data, so the answers would not be repeatable", {
      hint: "add --reset, or --database :memory:",
    });
  }
  onExistingData?.();
}

async function loadDemo(): Promise<Seed> {
  const { default: demo } = await import("./demo.yaml");
  return demo;
}

/**
 * Replaces all data by a seed, down to the same made-up ids and times each time; in one transaction with the
 * administrator's key pair, so that no request in between is refused.
 */
export async function seedAnew(
  store: ReferenceStore,
  record: SeedRecord,
  administrator: string,
): Promise<void> {
  const maker = { ...store, now: () => new Date(record.at), newId: createDeterministicIds(record.name) };
  const isInSeed = record.seed.api_key_pairs?.some(
    ({ public_key: pem }) => thumbprintOf(pem) === thumbprintOf(administrator),
  );
  await applySeed(maker, record.seed, { clear: true, ...(isInSeed ? {} : { administrator }) });
}

/** Registers key pairs that may do everything, by their PEM: what is registered already stays as it is. */
export async function registerAdministrators(store: ReferenceStore, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    if ((await findAdministrator(store, key)) !== undefined) continue;
    await registerAdministrator(store, key).catch((error: unknown) => {
      // Another server was faster.
      if (!(error instanceof ConflictError)) throw error;
    });
  }
}

/** Lets a key pair do everything in each dataset; registers it, and those of other servers, at the root. */
async function keepAdministrator({ administrators, root }: Storage, key: string): Promise<void> {
  await administrators.keep(key);
  await registerAdministrators(root.store, await administrators.list());
}

/** Removes a key pair that existed only for this start. */
export async function deleteAdministrator(store: ReferenceStore, key: string): Promise<void> {
  const keyPair = await findAdministrator(store, key);
  if (keyPair !== undefined) await store.write(({ apiKeyPairs }) => apiKeyPairs.delete(keyPair.id));
}

function findAdministrator(store: ReferenceStore, publicKey: string): Promise<KeyPairRecord | undefined> {
  const thumbprint = thumbprintOf(publicKey) ?? "";
  return store.read(({ apiKeyPairs }) => apiKeyPairs.findByThumbprint(thumbprint));
}

function thumbprintOf(publicKey: string): string | undefined {
  return readPublicKey(publicKey)?.thumbprint;
}
