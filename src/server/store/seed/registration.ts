import { UsageError } from "../../../errors.ts";
import { referenceUser } from "../built-in.ts";
import type { Database } from "../database.ts";
import { readPublicKey } from "../public-key.ts";
import type { User } from "../records.ts";
import { insertApiKeyPair } from "../tables/new-api-key-pair.ts";
import { ensureUser } from "../tables/users.ts";

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

/** One with the same key must not be known yet. */
export function insertRegistration(database: Database, registration: Registration, now: Date): void {
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
