import type { SeedEntry } from "../../seed/seed.ts";
import type { Made } from "../records.ts";
import { type Sql, withNul } from "../sql.ts";
import { account, identity } from "./made.ts";

export function digitalWallets(sql: Sql) {
  return {
    find: (merchantAccountId: string, id: string) => find(sql, merchantAccountId, id),
    addDomain: (id: string, domainName: string) => addDomain(sql, id, domainName),
    async insert(entry: SeedEntry<"digital_wallets">, made: Made): Promise<void> {
      const { id } = identity(entry, made);
      await sql.insert("digital_wallets", { id, ...account(entry), provider: entry.provider });
      for (const domainName of entry.domain_names ?? []) await addDomain(sql, id, domainName);
    },
  };
}

async function find(sql: Sql, merchantAccountId: string, id: string) {
  const [wallet, domains] = await Promise.all([
    sql.get<{ provider: string }>(
      "SELECT provider FROM digital_wallets WHERE id = ? AND merchant_account_id = ?",
      id,
      merchantAccountId,
    ),
    sql.all<{ domain_name: string }>(
      "SELECT domain_name FROM digital_wallet_domains WHERE digital_wallet_id = ? ORDER BY domain_name",
      id,
    ),
  ]);
  if (wallet === undefined) return undefined;
  const domainNames = domains.map(({ domain_name }) => domain_name);
  return { id, provider: withNul(wallet.provider), domainNames };
}

function addDomain(sql: Sql, id: string, domainName: string) {
  const domain = { digital_wallet_id: id, domain_name: domainName.toLowerCase() };
  return sql.insert("digital_wallet_domains", domain);
}
