import { referenceUser } from "../built-in.ts";
import type { Database } from "../database.ts";
import type { ReferenceStore } from "../open.ts";
import { apiKeyPairOf, insertApiKeyPair } from "../tables/api-key-pairs.ts";
import type { Maker } from "../tables/made.ts";

/** A key pair that may do everything, beside a seed: what exists always has to be there. */
export interface Registration {
  readonly id: string;
  readonly displayName: string;
  /** PEM, SPKI, P-521. */
  readonly publicKey: string;
}

/** Makes a key pair known; one with the same key must not be known yet. */
export function registerKeyPair(store: ReferenceStore, registration: Registration): Promise<void> {
  return store.change((database) => insertRegistration(database, registration, store));
}

export function insertRegistration(database: Database, registration: Registration, maker: Maker): void {
  const entry = {
    id: registration.id,
    display_name: registration.displayName,
    public_key: registration.publicKey,
    role_slugs: ["administrator"],
    creator_id: referenceUser.id,
  };
  const made = { newId: maker.newId, at: maker.now().toISOString() };
  insertApiKeyPair(database, apiKeyPairOf(entry, made));
}
