import type { Database } from "./database.ts";
import { buyerOf } from "./entries/buyers.ts";
import { auditLogOf } from "./entries/configuration.ts";
import { merchantAccountOf, userOf } from "./entries/identities.ts";
import { paymentMethodOf } from "./entries/payments.ts";
import { generatedAuditLog, generatedUsers } from "./generate/audit-logs.ts";
import { generatedBuyer } from "./generate/buyers.ts";
import { generatedAccount } from "./generate/merchant-accounts.ts";
import { generatedPaymentMethod } from "./generate/payment-methods.ts";
import type { Generation } from "./generate/plan.ts";
import { insertAuditLog } from "./tables/audit-logs.ts";
import { insertBuyer } from "./tables/buyers.ts";
import { insertMerchantAccount } from "./tables/merchant-accounts.ts";
import { insertPaymentMethod } from "./tables/payment-methods.ts";
import { insertUser } from "./tables/users.ts";

/** Everything that is made up has its id and its times. */
const made = {
  newId: () => {
    throw new RangeError("a generated row names its own id");
  },
  at: "",
};

/** Inserts the rows of a plan one by one, so that no number of them fills the memory. */
export function generateRows(database: Database, generation: Generation): void {
  const { audit_logs = 0, buyers = 0, merchant_accounts = 0, payment_methods = 0 } = generation.plan;
  for (const index of upTo(merchant_accounts))
    insertMerchantAccount(database, merchantAccountOf(generatedAccount(generation, index), made));
  for (const index of upTo(buyers)) insertBuyer(database, buyerOf(generatedBuyer(generation, index), made));
  for (const index of upTo(payment_methods))
    insertPaymentMethod(database, paymentMethodOf(generatedPaymentMethod(generation, index), made));
  if (audit_logs > 0) insertAuditLogs(database, generation, audit_logs);
}

function insertAuditLogs(database: Database, generation: Generation, count: number): void {
  const users = generatedUsers(generation.plan).map((user) => userOf(user, made));
  for (const user of users) insertUser(database, user);
  const byId = new Map(users.map((user) => [user.id, user]));
  for (const index of upTo(count)) {
    const entry = generatedAuditLog(generation, index);
    const user = byId.get(entry.user_id ?? "");
    if (user === undefined) throw new RangeError("a generated audit log names a generated user");
    insertAuditLog(database, auditLogOf(entry, { ...made, user }));
  }
}

function* upTo(count: number): Generator<number> {
  for (let index = 0; index < count; index += 1) yield index;
}
