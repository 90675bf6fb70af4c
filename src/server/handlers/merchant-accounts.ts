import type { Operations } from "../../contract/operations.ts";
import { failure } from "../failure.ts";
import type { Handler } from "../handler.ts";
import { json } from "../json.ts";
import type { MerchantAccount } from "../store/store.ts";
import { recordChange } from "./audit-entry.ts";
import { isUnrestricted } from "./reach.ts";

/** What an account answers for the fields that nobody set (specification, section 2.11). */
const unset = {
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
} satisfies Partial<MerchantAccount>;

export const createMerchantAccount: Handler<Operations["createMerchantAccount"]> = {
  changes: true,
  async handle(call) {
    if (!isUnrestricted(call.caller)) {
      const message = "A key pair that is bound to merchant accounts may not create merchant accounts";
      throw failure(403, { message });
    }
    const at = call.now.toISOString();
    const account: MerchantAccount = {
      type: "merchant-account",
      ...unset,
      ...call.body,
      created_at: at,
      updated_at: at,
    };
    const { id, display_name: name } = account;
    if (!(await call.resources.merchantAccounts.insert(account))) {
      throw failure(409, { message: "A merchant account with this id exists", resourceId: id });
    }
    await recordChange(call, { action: "created", type: "merchant-account", id, name });
    return { status: 201, body: json(account) };
  },
};
