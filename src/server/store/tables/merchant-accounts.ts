import { json } from "../../json.ts";
import type { Database } from "../database.ts";
import { insertMissing, insertRow, type NewRow } from "../insert-row.ts";
import type { MerchantAccount } from "../records.ts";

export interface MerchantAccounts {
  exists(id: string): Promise<boolean>;
  /** False when the id is taken; nothing is changed then. */
  insert(account: MerchantAccount): Promise<boolean>;
}

export function merchantAccounts(database: Database): MerchantAccounts {
  return {
    async exists(id) {
      return database.get("SELECT 1 FROM merchant_accounts WHERE id = ?", id) !== undefined;
    },
    insert: async (account) => ensureMerchantAccount(database, account),
  };
}

export function insertMerchantAccount(database: Database, account: MerchantAccount): void {
  insertRow(database, "merchant_accounts", row(account));
}

/** Leaves an account as it is when its id is taken; answers whether it is new. */
export function ensureMerchantAccount(database: Database, account: MerchantAccount): boolean {
  return insertMissing(database, "merchant_accounts", row(account));
}

function row(account: MerchantAccount): NewRow {
  return { id: account.id, created_at: account.created_at, body: json(account) };
}
