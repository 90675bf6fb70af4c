import { unknownWord } from "../../values/suggest.ts";
import { allOperations } from "../operations.ts";

/** The names under which all stored data can be listed: the lists of a seed, and what requests add to them. */
export const storedLists = [
  "merchant_accounts",
  "roles",
  "users",
  "api_key_pairs",
  "buyers",
  "payment_methods",
  "network_tokens",
  "digital_wallets",
  "gift_cards",
  "three_ds_configurations",
  "flow_rules",
  "audit_logs",
  "account_updater_jobs",
] as const;

export type StoredList = (typeof storedLists)[number];

/** What may happen to a connection instead of an answer, or in the middle of one. */
export const transportWords = ["reset", "hang", "truncate"] as const;

/** What can be wrong with a token that a test wants to see refused. */
export const tokenFlaws = [
  "expired",
  "future",
  "wrong_key",
  "unknown_key",
  "inactive_key",
  "tampered",
  "alg_none",
  "no_scopes",
] as const;

export type TokenFlaw = (typeof tokenFlaws)[number];

/** Which names a world may have. */
export const worldName = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** What is wrong with a name that no operation has. */
export function notAnOperation(name: string): string {
  const names = allOperations.map((row) => row.name);
  return unknownWord(name, names, "an operation name");
}
