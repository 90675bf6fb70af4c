import type { SeedEntry } from "../../seed/seed.ts";
import type { Made, PaymentMethod } from "../records.ts";
import { type NewRow, type Sql, withNul } from "../sql.ts";
import { account, identity } from "./made.ts";

export function paymentMethods(sql: Sql) {
  const text = `SELECT id, merchant_account_id AS account, kind, status FROM payment_methods
    WHERE id = ? AND merchant_account_id = ?`;
  return {
    /** Those of the ids that exist in the account, in the given order. */
    async findAll(merchantAccountId: string, ids: readonly string[]) {
      const found = ids.map((id) => sql.get<MethodRow>(text, id, merchantAccountId));
      return (await Promise.all(found)).filter((row) => row !== undefined).map(methodOf);
    },
    insert: (entry: SeedEntry<"payment_methods">, made: Made) =>
      sql.insert("payment_methods", rowOf(entry, made)),
  };
}

interface MethodRow extends Pick<PaymentMethod, "id" | "kind" | "status"> {
  readonly account: string;
}

function methodOf({ account: merchantAccountId, id, kind, status }: MethodRow): PaymentMethod {
  return { id, merchantAccountId, kind: withNul(kind), status };
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
