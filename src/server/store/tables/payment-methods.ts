import type { SeedEntry } from "../../seed/seed.ts";
import type { PaymentMethod } from "../records.ts";
import { type Sql, withNul } from "../sql.ts";
import { account, identity, type Made } from "./made.ts";

export interface PaymentMethods {
  /** Those of the ids that exist in the account, in the order asked. */
  findAll(merchantAccountId: string, ids: readonly string[]): Promise<readonly PaymentMethod[]>;
  insert(method: NewPaymentMethod): Promise<void>;
}

export function paymentMethods(sql: Sql): PaymentMethods {
  const text = `SELECT id, merchant_account_id AS account, kind, status FROM payment_methods
    WHERE id = ? AND merchant_account_id = ?`;
  return {
    async findAll(merchantAccountId, ids) {
      const found = ids.map((id) => sql.get<MethodRow>(text, id, merchantAccountId));
      return (await Promise.all(found)).filter((row) => row !== undefined).map(methodOf);
    },
    insert: (method) =>
      sql.insert("payment_methods", {
        id: method.id,
        merchant_account_id: method.merchantAccountId,
        kind: method.kind,
        status: method.status,
        buyer_id: method.buyerId,
      }),
  };
}

interface MethodRow extends Pick<PaymentMethod, "id" | "kind" | "status"> {
  readonly account: string;
}

function methodOf({ account: merchantAccountId, id, kind, status }: MethodRow): PaymentMethod {
  return { id, merchantAccountId, kind: withNul(kind), status };
}

export interface NewPaymentMethod extends PaymentMethod {
  readonly buyerId: string | null;
}

export function paymentMethodOf(entry: SeedEntry<"payment_methods">, made: Made): NewPaymentMethod {
  return {
    ...identity(entry, made),
    merchantAccountId: account(entry).merchant_account_id,
    kind: entry.kind ?? "card",
    status: entry.status ?? "active",
    buyerId: entry.buyer_id ?? null,
  };
}
