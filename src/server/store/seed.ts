import { UsageError } from "../../errors.ts";
import { referenceUser } from "./built-in.ts";
import { clearTables } from "./data-tables.ts";
import type { Database } from "./database.ts";
import type { Seed } from "./entries/entry.ts";
import { insertSeed } from "./insert-seed.ts";
import type { ReferenceStore } from "./open.ts";
import { readPublicKey } from "./public-key.ts";
import type { User } from "./records.ts";
import { insertApiKeyPair } from "./tables/new-api-key-pair.ts";
import { ensureUser } from "./tables/users.ts";

export type { Seed } from "./entries/entry.ts";

/** A key pair that is registered beside the seed. */
export interface Registration {
  readonly id: string;
  readonly displayName: string;
  /** PEM, SPKI, P-521. */
  readonly publicKey: string;
  /** The administrator's, unless others are named. */
  readonly roleSlugs?: readonly string[];
  readonly creator?: User;
}

export interface SeedOptions {
  /** Removes all data first. */
  readonly clear?: true;
  /** Registered in the same transaction. */
  readonly keyPair?: Registration;
}

/** Only what exists always: the account `default`, the built-in roles and their user. */
export function emptySeed(): Seed {
  return {};
}

/** Adds a checked seed, wholly or not at all; an entry that contradicts what is kept is a UsageError. */
export function applySeed(store: ReferenceStore, seed: Seed, options: SeedOptions = {}): Promise<void> {
  return store.change((database) => {
    if (options.clear) clearTables(database);
    insertSeed(database, store, seed);
    if (options.keyPair !== undefined) insertRegistration(database, options.keyPair, store.now());
  });
}

/** Makes a key pair known; one with the same key must not be known yet. */
export function registerKeyPair(store: ReferenceStore, registration: Registration): Promise<void> {
  return store.change((database) => insertRegistration(database, registration, store.now()));
}

function insertRegistration(database: Database, registration: Registration, now: Date): void {
  const key = readPublicKey(registration.publicKey);
  if (key === undefined) throw new UsageError("A key pair needs the PEM of a P-521 public key.");
  const creator = registration.creator ?? referenceUser;
  ensureUser(database, creator);
  insertApiKeyPair(database, {
    id: registration.id,
    thumbprint: key.thumbprint,
    displayName: registration.displayName,
    publicKey: key.pem,
    active: true,
    creatorId: creator.id,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    lastUsedAt: null,
    roleSlugs: registration.roleSlugs ?? ["administrator"],
    merchantAccountIds: [],
  });
}
