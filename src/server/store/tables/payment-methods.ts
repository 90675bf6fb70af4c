import type { SeedEntry } from "../../seed/seed.ts";
import type { Made, PaymentMethod } from "../records.ts";
import { type NewRow, type Sql, withNul } from "../sql.ts";
import { account, identity } from "./made.ts";

export function paymentMethods(sql: Sql) {
  const text = "SELECT id, kind, status FROM payment_methods WHERE id = ? AND merchant_account_id = ?";
  return {
    /** Those of the ids that exist in the account, in the given order. */
    async findAll(merchantAccountId: string, ids: readonly string[]) {
      const found = ids.map((id) => sql.get<PaymentMethod>(text, id, merchantAccountId));
      const methods = (await Promise.all(found)).filter((row) => row !== undefined);
      return methods.map((method) => ({ ...method, kind: withNul(method.kind) }));
    },
    insert: (entry: SeedEntry<"payment_methods">, made: Made) =>
      sql.insert("payment_methods", rowOf(entry, made)),
  };
}

function rowOf(entry: SeedEntry<"payment_methods">, made: Made): NewRow {
  return {
    ...identity(entry, made),
    ...account(entry),
    kind: entry.kind ?? "card",
    status: entry.status ?? "active",
    buyer_id: entry.buyer_id ?? null,
  };
}
