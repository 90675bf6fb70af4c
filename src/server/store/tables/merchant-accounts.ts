import { unsetAccount } from "../../../contract/unset-account.ts";
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
  };
}

function row(account: MerchantAccount): NewRow {
  return { id: account.id, created_at: account.created_at, body: json(account) };
}

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
