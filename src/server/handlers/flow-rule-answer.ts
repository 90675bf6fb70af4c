import { requestOnlyConditions } from "../../contract/flow-compatibility.ts";
import { type Json, json } from "../json.ts";
import type { FlowRule, StoredFlowRule } from "../store/records.ts";

/** A rule as answers show it: without the conditions that only requests hold (specification, section 2.10). */
export function ruleAnswer(rule: StoredFlowRule): Json<FlowRule> {
  const conditions = rule.conditions.filter(({ name }) => !requestOnlyConditions.includes(name));
  return json({ ...rule, conditions });
}
