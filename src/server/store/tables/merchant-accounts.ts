import { json } from "../../json.ts";
import type { SeedEntry } from "../../seed/seed.ts";
import type { Made, MerchantAccount } from "../records.ts";
import type { NewRow, Sql } from "../sql.ts";
import { times } from "./made.ts";

export interface MerchantAccounts {
  exists(id: string): Promise<boolean>;
  /** Resolves to what was stored; a taken id is a ConflictError. */
  insert(entry: SeedEntry<"merchant_accounts">, made: Made): Promise<MerchantAccount>;
  /** Leaves the existing account if the id is taken. */
  ensure(entry: SeedEntry<"merchant_accounts">, made: Made): Promise<void>;
  /** The first accounts, by id. */
  ids(limit: number): Promise<readonly string[]>;
}

export function merchantAccounts(sql: Sql): MerchantAccounts {
  return {
    async exists(id) {
      return (await sql.get("SELECT 1 FROM merchant_accounts WHERE id = ?", id)) !== undefined;
    },
    async insert(entry, made) {
      const account = merchantAccountOf(entry, made);
      await sql.insert("merchant_accounts", row(account));
      return account;
    },
    ensure: (entry, made) => sql.insertMissing("merchant_accounts", row(merchantAccountOf(entry, made))),
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

/** Every field is answered, null if it is not set. */
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

function merchantAccountOf(entry: SeedEntry<"merchant_accounts">, made: Made): MerchantAccount {
  return {
    type: "merchant-account",
    ...unsetAccount,
    ...entry,
    account_updater_enabled: entry.account_updater_enabled ?? false,
    async_network_tokens_enabled: entry.async_network_tokens_enabled ?? false,
    ...times(entry, made),
  };
}
