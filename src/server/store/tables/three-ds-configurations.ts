import { type Json, json } from "../../json.ts";
import type { SeedEntry } from "../../seed/seed.ts";
import type { Made, ThreeDsConfiguration } from "../records.ts";
import type { Sql } from "../sql.ts";
import { account, identity, times } from "./made.ts";

export function threeDsConfigurations(sql: Sql) {
  const listed = (where: string, ...values: string[]) =>
    sql.all<{ body: Json<ThreeDsConfiguration> }>(
      `SELECT body FROM three_ds_configurations WHERE merchant_account_id = ?${where}
        ORDER BY created_at DESC, id DESC`,
      ...values,
    );
  return {
    /** With a currency, its configurations and those that apply to all currencies. */
    async list(merchantAccountId: string, currency?: string) {
      const rows =
        currency === undefined
          ? await listed("", merchantAccountId)
          : await listed(" AND (currency IS NULL OR currency = ?)", merchantAccountId, currency);
      return rows.map((row) => row.body);
    },
    insert(entry: SeedEntry<"three_ds_configurations">, made: Made) {
      const configuration = configurationOf(entry, made);
      const { id, merchant_account_id, created_at, currency } = configuration;
      const body = json(configuration);
      return sql.insert("three_ds_configurations", { id, merchant_account_id, created_at, currency, body });
    },
  };
}

function configurationOf(entry: SeedEntry<"three_ds_configurations">, made: Made): ThreeDsConfiguration {
  return {
    type: "merchant-account.three-ds-configuration",
    ...entry,
    ...identity(entry, made),
    ...account(entry),
    currency: entry.currency ?? null,
    metadata: entry.metadata ?? {},
    ...times(entry, made),
  };
}
