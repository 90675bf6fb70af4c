import { readPublicKey } from "../public-key.ts";
import type { MerchantAccount, User } from "../records.ts";
import type { Entry } from "../seed/seed.ts";
import type { NewApiKeyPair } from "../tables/new-api-key-pair.ts";
import type { Role } from "../tables/roles.ts";
import { identity, type Made, times } from "./entry.ts";

/** Every field is answered, null where nothing is set. */
const unsetAccount = {
  updater_client_key: null,
  updater_secret_key: null,
  updater_accepted_schemes: null,
  account_updater_request_encryption_key: null,
  account_updater_request_encryption_key_id: null,
  account_updater_response_decryption_key: null,
  account_updater_response_decryption_key_id: null,
  over_capture_amount: null,
  over_capture_percentage: null,
  visa_network_tokens_requestor_id: null,
  visa_network_tokens_app_id: null,
  amex_network_tokens_requestor_id: null,
  amex_network_tokens_app_id: null,
  mastercard_network_tokens_requestor_id: null,
  mastercard_network_tokens_app_id: null,
};

export function merchantAccountOf(entry: Entry<"merchant_accounts">, made: Made): MerchantAccount {
  return {
    type: "merchant-account",
    ...unsetAccount,
    ...entry,
    account_updater_enabled: entry.account_updater_enabled ?? false,
    async_network_tokens_enabled: entry.async_network_tokens_enabled ?? false,
    ...times(entry, made),
  };
}

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
  if (key === undefined) throw new RangeError("a seed's public key is checked before it is applied");
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
