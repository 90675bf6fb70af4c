import { type Json, parsed } from "../../json.ts";
import type { Entry } from "../../seed/seed.ts";
import { type Database, insertRow } from "../database.ts";
import type { DigitalWallet } from "../records.ts";
import { account, identity, type Made } from "./made.ts";

export interface DigitalWallets {
  find(merchantAccountId: string, id: string): Promise<DigitalWallet | undefined>;
  addDomain(id: string, domainName: string): Promise<void>;
}

export function digitalWallets(database: Database): DigitalWallets {
  return {
    find: async (merchantAccountId, id) => find(database, merchantAccountId, id),
    addDomain: async (id, domainName) => addDomain(database, id, domainName),
  };
}

export function insertDigitalWallet(database: Database, wallet: DigitalWallet): void {
  const { id, merchantAccountId, provider } = wallet;
  insertRow(database, "digital_wallets", { id, merchant_account_id: merchantAccountId, provider });
  for (const domainName of wallet.domainNames) addDomain(database, id, domainName);
}

interface WalletRow {
  readonly provider: string;
  readonly domain_names: Json<string[]>;
}

function find(database: Database, merchantAccountId: string, id: string): DigitalWallet | undefined {
  const sql = `SELECT provider, (SELECT json_group_array(domain_name)
      FROM digital_wallet_domains WHERE digital_wallet_id = id) AS domain_names
    FROM digital_wallets WHERE id = ? AND merchant_account_id = ?`;
  const row = database.get<WalletRow>(sql, id, merchantAccountId);
  return row && { id, merchantAccountId, provider: row.provider, domainNames: parsed(row.domain_names) };
}

function addDomain(database: Database, id: string, domainName: string): void {
  const domain = { digital_wallet_id: id, domain_name: domainName.toLowerCase() };
  insertRow(database, "digital_wallet_domains", domain);
}

export function digitalWalletOf(entry: Entry<"digital_wallets">, made: Made): DigitalWallet {
  return {
    ...identity(entry, made),
    merchantAccountId: account(entry).merchant_account_id,
    provider: entry.provider,
    domainNames: entry.domain_names ?? [],
  };
}
