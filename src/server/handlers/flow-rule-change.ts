import type { StoredFlowRule } from "../store/records.ts";
import type { RuleChange } from "./flow-rule-checks.ts";

/** An absent field stays as it is; null clears. */
export function changeRule(rule: StoredFlowRule, change: RuleChange): StoredFlowRule {
  const {
    conditions = rule.conditions,
    description = rule.description,
    error_code = rule.error_code,
    outcome = rule.outcome,
    position,
  } = change;
  return { ...rule, conditions, description, error_code, outcome, position };
}

/** The rule's siblings, itself among them, in their order once it stands at a position; past the end means the end. */
export function reorder(
  siblings: readonly StoredFlowRule[],
  rule: StoredFlowRule,
  position: number,
): readonly StoredFlowRule[] {
  const others = siblings.filter((sibling) => sibling.id !== rule.id);
  return others.toSpliced(position, 0, rule);
}

/** Those whose place differs from what they say, each with its new position: 0..n-1 without gaps. */
export function renumber(order: readonly StoredFlowRule[]): readonly StoredFlowRule[] {
  return order.flatMap((rule, position) => (rule.position === position ? [] : [{ ...rule, position }]));
}
