import type { Entry } from "../../seed/seed.ts";
import { type Database, insertRow } from "../database.ts";
import type { PaymentMethod } from "../records.ts";
import { account, identity, type Made } from "./made.ts";

export interface PaymentMethods {
  /** Those of the ids that exist in the account, in the order asked. */
  findAll(merchantAccountId: string, ids: readonly string[]): Promise<readonly PaymentMethod[]>;
}

export function paymentMethods(database: Database): PaymentMethods {
  return {
    async findAll(merchantAccountId, ids) {
      const sql = `SELECT payment_methods.id, merchant_account_id AS merchantAccountId, kind, status
        FROM json_each(?) AS asked CROSS JOIN payment_methods ON payment_methods.id = asked.value
        WHERE merchant_account_id = ? ORDER BY asked.key`;
      return database.all<PaymentMethod>(sql, JSON.stringify(ids), merchantAccountId);
    },
  };
}

export interface NewPaymentMethod extends PaymentMethod {
  readonly buyerId: string | null;
}

export function insertPaymentMethod(database: Database, method: NewPaymentMethod): void {
  insertRow(database, "payment_methods", {
    id: method.id,
    merchant_account_id: method.merchantAccountId,
    kind: method.kind,
    status: method.status,
    buyer_id: method.buyerId,
  });
}

export function paymentMethodOf(entry: Entry<"payment_methods">, made: Made): NewPaymentMethod {
  return {
    ...identity(entry, made),
    merchantAccountId: account(entry).merchant_account_id,
    kind: entry.kind ?? "card",
    status: entry.status ?? "active",
    buyerId: entry.buyer_id ?? null,
  };
}
