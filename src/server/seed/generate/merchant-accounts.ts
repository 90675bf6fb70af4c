import type { Entry } from "../seed.ts";
import { drawRow, type Generation, generatedAccountId, timeOf } from "./plan.ts";
import { goods, homes } from "./words.ts";

const days = 1500;

export function generatedAccount(generation: Generation, index: number): Entry<"merchant_accounts"> {
  const { plan } = generation;
  const draw = drawRow(plan, "merchant_accounts", index);
  const at = timeOf(generation, { index, count: plan.merchant_accounts ?? 0, days }).toISOString();
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
