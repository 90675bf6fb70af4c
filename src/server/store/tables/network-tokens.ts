import { type Json, json } from "../../json.ts";
import type { SeedEntry } from "../../seed/seed.ts";
import type { Made, NetworkToken } from "../records.ts";
import type { Sql } from "../sql.ts";
import { identity, times } from "./made.ts";

export function networkTokens(sql: Sql) {
  return {
    async find(merchantAccountId: string, paymentMethodId: string, id: string) {
      const text = `SELECT body FROM network_tokens JOIN payment_methods ON payment_methods.id = payment_method_id
        WHERE network_tokens.id = ? AND payment_method_id = ? AND merchant_account_id = ?`;
      const row = await sql.get<{ body: Json<NetworkToken> }>(text, id, paymentMethodId, merchantAccountId);
      return row?.body;
    },
    update: (token: NetworkToken) => sql.update("network_tokens", { body: json(token) }, "id = ?", token.id),
    insert(entry: SeedEntry<"network_tokens">, made: Made) {
      const token = networkTokenOf(entry, made);
      const { id, payment_method_id } = token;
      return sql.insert("network_tokens", { id, payment_method_id, body: json(token) });
    },
  };
}

function networkTokenOf(entry: SeedEntry<"network_tokens">, made: Made): NetworkToken {
  return {
    type: "network-token",
    ...entry,
    ...identity(entry, made),
    status: entry.status ?? "active",
    ...times(entry, made),
  };
}
