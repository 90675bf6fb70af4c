import { unsetAccount } from "../../../contract/unset-account.ts";
import { json } from "../../json.ts";
import type { SeedEntry } from "../../seed/seed.ts";
import type { Made, MerchantAccount } from "../records.ts";
import type { NewRow, Sql } from "../sql.ts";
import { times } from "./made.ts";

export function merchantAccounts(sql: Sql) {
  return {
    async exists(id: string): Promise<boolean> {
      return (await sql.get("SELECT 1 FROM merchant_accounts WHERE id = ?", id)) !== undefined;
    },
    /** Resolves to what was stored; a taken id is a ConflictError. */
    async insert(entry: SeedEntry<"merchant_accounts">, made: Made): Promise<MerchantAccount> {
      const account = merchantAccountOf(entry, made);
      await sql.insert("merchant_accounts", row(account));
      return account;
    },
    /** Leaves the existing account if the id is taken. */
    ensure: (entry: SeedEntry<"merchant_accounts">, made: Made) =>
      sql.insertMissing("merchant_accounts", row(merchantAccountOf(entry, made))),
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
