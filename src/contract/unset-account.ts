/** The fields of a merchant account that need no value: each is answered, as null if it is not set. */
export const unsetAccount = {
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
} as const;
