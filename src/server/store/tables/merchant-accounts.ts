import { json } from "../../json.ts";
import type { SeedEntry } from "../../seed/seed.ts";
import type { MerchantAccount } from "../records.ts";
import type { NewRow, Sql } from "../sql.ts";
import { type Made, times } from "./made.ts";

export interface MerchantAccounts {
  exists(id: string): Promise<boolean>;
  /** A taken id is a ConflictError. */
  insert(account: MerchantAccount): Promise<void>;
  /** Leaves what is there when the id is taken. */
  ensure(account: MerchantAccount): Promise<void>;
  /** The first ones by their ids. */
  ids(limit: number): Promise<readonly string[]>;
}

export function merchantAccounts(sql: Sql): MerchantAccounts {
  return {
    async exists(id) {
      return (await sql.get("SELECT 1 FROM merchant_accounts WHERE id = ?", id)) !== undefined;
    },
    insert: (account) => sql.insert("merchant_accounts", row(account)),
    ensure: (account) => sql.insertMissing("merchant_accounts", row(account)),
    async ids(limit) {
      const rows = await sql.all<{ id: string }>(
        "SELECT id FROM merchant_accounts ORDER BY id LIMIT ?",
        limit,
      );
      return rows.map(({ id }) => id);
    },
  };
}

function row(account: MerchantAccount): NewRow {
  return { id: account.id, created_at: account.created_at, body: json(account) };
}

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

export function merchantAccountOf(entry: SeedEntry<"merchant_accounts">, made: Made): MerchantAccount {
  return {
    type: "merchant-account",
    ...unsetAccount,
    ...entry,
    account_updater_enabled: entry.account_updater_enabled ?? false,
    async_network_tokens_enabled: entry.async_network_tokens_enabled ?? false,
    ...times(entry, made),
  };
}
