import { generatedAuditLog, generatedUser, userCount } from "./generate/audit-logs.ts";
import { generatedBuyer } from "./generate/buyers.ts";
import { generatedAccount } from "./generate/merchant-accounts.ts";
import { generatedPaymentMethod } from "./generate/payment-methods.ts";
import type { Plan } from "./generate/plan.ts";
import type { Entry, SeedList } from "./seed.ts";

/** The entries of a plan, each made when it is asked for, so that no number of them fills the memory. */
export type GeneratedEntries = { readonly [List in SeedList]?: Iterable<Entry<List>> };

/** Everything happened before `now`. */
export function generateEntries(plan: Plan, now: Date): GeneratedEntries {
  const { audit_logs = 0, buyers = 0, merchant_accounts = 0, payment_methods = 0 } = plan;
  const generation = { plan, now };
  return {
    merchant_accounts: each(merchant_accounts, (index) => generatedAccount(generation, index)),
    users: each(audit_logs > 0 ? userCount : 0, (index) => generatedUser(plan, index)),
    buyers: each(buyers, (index) => generatedBuyer(generation, index)),
    payment_methods: each(payment_methods, (index) => generatedPaymentMethod(generation, index)),
    audit_logs: each(audit_logs, (index) => generatedAuditLog(generation, index)),
  };
}

function* each<Item>(count: number, make: (index: number) => Item): Generator<Item> {
  for (let index = 0; index < count; index += 1) yield make(index);
}
