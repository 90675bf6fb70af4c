import { generatedAuditLog, generatedUser, userCount } from "./generate/audit-logs.ts";
import { generatedBuyer } from "./generate/buyers.ts";
import {
  accountOf,
  drawRow,
  type Generation,
  type GenerationPlan,
  generatedAccountId,
  generatedId,
  rowTime,
} from "./generate/plan.ts";
import { goods, homes } from "./generate/words.ts";
import type { SeedEntry, SeedList } from "./seed.ts";

/** The entries of a plan, each made on demand, so that memory stays flat. */
export type GeneratedEntries = { readonly [List in SeedList]?: Iterable<SeedEntry<List>> };

/** Everything happened before `now`. */
export function generateEntries(plan: GenerationPlan, now: Date): GeneratedEntries {
  const { audit_logs = 0, buyers = 0, merchant_accounts = 0, payment_methods = 0 } = plan;
  const generation = { plan, now };
  return {
    merchant_accounts: each(merchant_accounts, (index) => generatedAccount(generation, index)),
    users: each(audit_logs > 0 ? userCount : 0, (index) => generatedUser(plan, index)),
    buyers: each(buyers, (index) => generatedBuyer(generation, index)),
    payment_methods: each(payment_methods, (index) => generatedPaymentMethod(plan, index)),
    audit_logs: each(audit_logs, (index) => generatedAuditLog(generation, index)),
  };
}

function* each<Item>(count: number, make: (index: number) => Item): Generator<Item> {
  for (let index = 0; index < count; index += 1) yield make(index);
}

const accountDays = 1500;

function generatedAccount(generation: Generation, index: number): SeedEntry<"merchant_accounts"> {
  const { plan } = generation;
  const draw = drawRow(plan, "merchant_accounts", index);
  const run = { index, count: plan.merchant_accounts ?? 0, days: accountDays };
  const at = rowTime(generation, run).toISOString();
  const overCaptures = draw.once(4);
  return {
    id: generatedAccountId(plan, index),
    display_name: `${draw.pick(homes).city} ${draw.pick(goods)} ${index + 1}`,
    async_network_tokens_enabled: draw.once(3),
    over_capture_amount: overCaptures ? 100 * (1 + draw.below(50)) : null,
    over_capture_percentage: overCaptures ? 5 * (1 + draw.below(6)) : null,
    created_at: at,
    updated_at: at,
  };
}

/** Belongs to the buyer of the same number if there is one, so that both are in one account. */
function generatedPaymentMethod(plan: GenerationPlan, index: number): SeedEntry<"payment_methods"> {
  const draw = drawRow(plan, "payment_methods", index);
  return {
    id: generatedId(plan, "payment_methods", index),
    merchant_account_id: accountOf(plan, index),
    kind: draw.once(20) ? "bank" : "card",
    status: draw.once(10) ? "inactive" : "active",
    buyer_id: index < (plan.buyers ?? 0) ? generatedId(plan, "buyers", index) : null,
  };
}
