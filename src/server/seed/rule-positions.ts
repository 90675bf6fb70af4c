import { defaultAccountId } from "../store/built-in.ts";
import type { Entry } from "./seed.ts";

type Rule = Pick<Entry<"flow_rules">, "merchant_account_id" | "flow" | "action" | "position">;

/** Rules with the same key share one run of positions. */
export function ruleGroup(rule: Rule): string {
  return `${rule.merchant_account_id ?? defaultAccountId} ${rule.flow} ${rule.action}`;
}

const none = () => 0;

/**
 * The position of each rule; one that names none stands where the list puts it within its flow and action. All stand
 * behind those that are `kept` there.
 */
export function rulePositions(
  rules: readonly Rule[],
  kept: (rule: Rule) => number = none,
): readonly number[] {
  const seen = new Map<string, number>();
  return rules.map((rule) => {
    const group = ruleGroup(rule);
    const place = seen.get(group) ?? 0;
    seen.set(group, place + 1);
    return kept(rule) + (rule.position ?? place);
  });
}
