import type { SeedEntry } from "../seed.ts";
import type { Draw } from "./draw.ts";
import {
  accountOf,
  drawRow,
  type Generation,
  type GenerationPlan,
  generatedId,
  idFor,
  rowTime,
  seedOf,
} from "./plan.ts";
import { firstNames, lastNames } from "./words.ts";

type AuditLog = SeedEntry<"audit_logs">;
type Deed = readonly [action: AuditLog["action"], resourceType: string, name: string | null];

/** What people at a shop do, common actions more often. */
const deeds: readonly [Deed, ...Deed[]] = [
  ["captured", "transaction", null],
  ["captured", "transaction", null],
  ["captured", "transaction", null],
  ["updated", "buyer", null],
  ["updated", "buyer", null],
  ["created", "buyer", null],
  ["voided", "transaction", null],
  ["canceled", "transaction", null],
  ["updated", "rule", "Everyone else"],
  ["updated", "rule", "Large amounts"],
  ["created", "payment-link", "Summer sale"],
  ["deleted", "payment-method", null],
  ["updated", "network-token", null],
  ["created", "account-updater-job", "1 payment method"],
  ["created", "api-key-pair", "Nightly reports"],
  ["deleted", "api-key-pair", "Trial integration"],
  ["updated", "merchant-account", "Main shop"],
  ["updated", "digital-wallet", "shop.example.com"],
];

const days = 365;
export const userCount = 20;

/** How many different things of a kind are mentioned, if no list says. */
const resourceCount = 5000;

/** A dashboard user whom generated audit logs name. */
export function generatedUser(plan: GenerationPlan, index: number): SeedEntry<"users"> {
  const draw = drawRow(plan, "users", index);
  return {
    id: generatedId(plan, "users", index),
    name: `${draw.pick(firstNames)} ${draw.pick(lastNames)}`,
    email_address: `user.${index + 1}@shop.example`,
    is_staff: index === userCount - 1,
    status: index % 9 === 8 ? "deleted" : "active",
  };
}

export function generatedAuditLog(generation: Generation, index: number): AuditLog {
  const { plan } = generation;
  const draw = drawRow(plan, "audit_logs", index);
  const [action, type, name] = draw.pick(deeds);
  return {
    id: generatedId(plan, "audit_logs", index),
    merchant_account_id: accountOf(plan, index),
    timestamp: rowTime(generation, { index, count: plan.audit_logs ?? 0, days }).toISOString(),
    action,
    resource: { type, id: resourceId(plan, type, draw), name },
    user_id: generatedId(plan, "users", busyUser(draw)),
  };
}

/** A buyer of the plan if it has any. */
function resourceId(plan: GenerationPlan, type: string, draw: Draw): string {
  const { buyers = 0 } = plan;
  if (type === "buyer" && buyers > 0) return generatedId(plan, "buyers", draw.below(buyers));
  return idFor({ seed: seedOf(plan), list: type, index: draw.below(resourceCount) });
}

/** The first few users do most of the work. */
function busyUser(draw: Draw): number {
  return draw.below(1 + draw.below(userCount));
}
