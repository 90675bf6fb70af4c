import { UsageError } from "../../../errors.ts";
import type { Entry } from "../../seed/seed.ts";
import { readPublicKey } from "../public-key.ts";
import type { User } from "../records.ts";
import type { NewApiKeyPair } from "../tables/new-api-key-pair.ts";
import type { Role } from "../tables/roles.ts";
import { identity, type Made, times } from "./made.ts";

export function roleOf(entry: Entry<"roles">, made: Made): Role {
  return {
    type: "role",
    ...entry,
    ...identity(entry, made),
    description: entry.description ?? null,
    assignable_to: entry.assignable_to ?? ["api-key-pair"],
    applies_to: entry.applies_to ?? ["merchant-account"],
    is_standalone_assignable: entry.is_standalone_assignable ?? true,
  };
}

export function userOf(entry: Entry<"users">, made: Made): User {
  return {
    type: "user",
    ...entry,
    ...identity(entry, made),
    is_staff: entry.is_staff ?? false,
    status: entry.status ?? "active",
  };
}

export function apiKeyPairOf(entry: Entry<"api_key_pairs">, made: Made): NewApiKeyPair {
  const key = readPublicKey(entry.public_key);
  if (key === undefined) throw new UsageError("a key pair needs the PEM of a P-521 public key");
  const { created_at: createdAt, updated_at: updatedAt } = times(entry, made);
  return {
    ...identity(entry, made),
    thumbprint: key.thumbprint,
    displayName: entry.display_name,
    publicKey: key.pem,
    active: entry.active ?? true,
    creatorId: entry.creator_id ?? null,
    createdAt,
    updatedAt,
    lastUsedAt: entry.last_used_at ?? null,
    roleSlugs: entry.role_slugs ?? [],
    merchantAccountIds: entry.merchant_account_ids ?? [],
  };
}
