import { type Json, json } from "../../json.ts";
import type { Entry } from "../../seed/seed.ts";
import { type Database, insertRow } from "../database.ts";
import type { ThreeDsConfiguration } from "../records.ts";
import { account, identity, type Made, times } from "./made.ts";

export interface ThreeDsConfigurations {
  /** With a currency: its configurations and those that apply to all. */
  list(merchantAccountId: string, currency?: string): Promise<readonly Json<ThreeDsConfiguration>[]>;
}

export function threeDsConfigurations(database: Database): ThreeDsConfigurations {
  return {
    async list(merchantAccountId, currency) {
      const sql = `SELECT body FROM three_ds_configurations
        WHERE merchant_account_id = ?1 AND (?2 IS NULL OR currency IS NULL OR currency = ?2)
        ORDER BY created_at DESC, id DESC`;
      const rows = database.all<{ body: Json<ThreeDsConfiguration> }>(
        sql,
        merchantAccountId,
        currency ?? null,
      );
      return rows.map((row) => row.body);
    },
  };
}

export function insertThreeDsConfiguration(database: Database, configuration: ThreeDsConfiguration): void {
  const { id, merchant_account_id, created_at, currency } = configuration;
  const body = json(configuration);
  insertRow(database, "three_ds_configurations", { id, merchant_account_id, created_at, currency, body });
}

export function threeDsConfigurationOf(
  entry: Entry<"three_ds_configurations">,
  made: Made,
): ThreeDsConfiguration {
  return {
    type: "merchant-account.three-ds-configuration",
    ...entry,
    ...identity(entry, made),
    ...account(entry),
    currency: entry.currency ?? null,
    metadata: entry.metadata ?? null,
    ...times(entry, made),
  };
}
