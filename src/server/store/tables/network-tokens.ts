import { type Json, json } from "../../json.ts";
import type { SeedEntry } from "../../seed/seed.ts";
import type { Made, NetworkToken } from "../records.ts";
import type { Sql } from "../sql.ts";
import { identity, times } from "./made.ts";

export interface NetworkTokens {
  find(
    merchantAccountId: string,
    paymentMethodId: string,
    id: string,
  ): Promise<Json<NetworkToken> | undefined>;
  update(token: NetworkToken): Promise<void>;
  insert(entry: SeedEntry<"network_tokens">, made: Made): Promise<void>;
}

export function networkTokens(sql: Sql): NetworkTokens {
  return {
    async find(merchantAccountId, paymentMethodId, id) {
      const text = `SELECT body FROM network_tokens JOIN payment_methods ON payment_methods.id = payment_method_id
        WHERE network_tokens.id = ? AND payment_method_id = ? AND merchant_account_id = ?`;
      const row = await sql.get<{ body: Json<NetworkToken> }>(text, id, paymentMethodId, merchantAccountId);
      return row?.body;
    },
    update: (token) =>
      sql.update("network_tokens", { set: "body = ?", where: "id = ?" }, json(token), token.id),
    insert(entry, made) {
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
