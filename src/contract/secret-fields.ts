/** Fields of answers and bodies that contain a secret; they are shown only on demand and never logged. */
export const secretFields = [
  "private_key",
  "updater_client_key",
  "updater_secret_key",
  "account_updater_response_decryption_key",
] as const;

/** Fields of a gift card that requests carry; nothing ever shows them. */
export const cardFields = ["number", "pin"] as const;
