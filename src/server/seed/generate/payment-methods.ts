import type { Entry } from "../seed.ts";
import { accountOf, drawRow, type Generation, generatedId } from "./plan.ts";

/** Belongs to the buyer of the same number where there is one, so that both lie in one account. */
export function generatedPaymentMethod({ plan }: Generation, index: number): Entry<"payment_methods"> {
  const draw = drawRow(plan, "payment_methods", index);
  return {
    id: generatedId(plan, "payment_methods", index),
    merchant_account_id: accountOf(plan, index),
    kind: draw.once(20) ? "bank" : "card",
    status: draw.once(10) ? "inactive" : "active",
    buyer_id: index < (plan.buyers ?? 0) ? generatedId(plan, "buyers", index) : null,
  };
}
