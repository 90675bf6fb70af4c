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
