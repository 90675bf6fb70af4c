import { isDeepStrictEqual } from "node:util";
import type { FailureDetail } from "../../contract/failure.ts";
import { flowTakes } from "../../contract/flow-actions.ts";
import {
  type FlowAndAction,
  incompatibilities,
  requestOnlyConditions,
} from "../../contract/flow-compatibility.ts";
import type { Parsed } from "../../contract/operation.ts";
import type { Operations } from "../../contract/operations.ts";
import { failure, invalid } from "../failure.ts";
import type { Call, Handler } from "../handler.ts";
import { type Json, json } from "../json.ts";
import type { FlowRule } from "../store/records.ts";
import { recordChange } from "./audit-entry.ts";

type RuleCall = Call<Operations["updateFlowRule"]>;
type RuleChange = Parsed<Operations["updateFlowRule"]>["body"];

export const updateFlowRule: Handler<Operations["updateFlowRule"]> = {
  transaction: "write",
  async handle(call) {
    checkRuleChange(call.path, call.body);
    const rule = await getRule(call);
    const order = reorder(await call.resources.flowRules.siblings(rule), rule, call.body.position);
    const changed = changeRule(rule, { ...call.body, position: order.indexOf(rule) });
    if (isDeepStrictEqual(changed, rule)) return { status: 200, body: ruleAnswer(rule) };
    const updated = { ...changed, updated_at: call.now.toISOString() };
    await call.resources.flowRules.arrange(order.toSpliced(changed.position, 1, updated));
    await call.resources.flowRules.update(updated);
    await recordUpdate(call, updated);
    return { status: 200, body: ruleAnswer(updated) };
  },
};

/** Found by id, in the accounts that the caller's key pair may use; the path must name its flow and action. */
async function getRule({ caller, path, resources }: RuleCall): Promise<FlowRule> {
  const rule = await resources.flowRules.find(path.rule_id);
  const isThere = rule?.flow === path.flow && rule.action === path.action;
  if (!(isThere && caller.mayUse(rule.merchant_account_id))) throw failure(404);
  return rule;
}

async function recordUpdate(call: RuleCall, rule: FlowRule): Promise<void> {
  await recordChange(call, {
    action: "updated",
    type: "rule",
    id: rule.id,
    name: rule.description ?? `${rule.flow} ${rule.action}`,
    merchantAccountId: rule.merchant_account_id,
  });
}

/** Everything that path and body can violate by themselves, before looking up whether the rule exists. */
function checkRuleChange(target: FlowAndAction, change: RuleChange): void {
  checkErrorCode(target, change);
  const { action, flow } = target;
  if (!flowTakes(flow, action)) {
    throw failure(400, { message: `The flow ${flow} does not take the action ${action}` });
  }
  const details: FailureDetail[] = incompatibilities(target, change).map((problem) => ({
    location: "body",
    type: "value_error",
    ...problem,
  }));
  const [first] = details;
  if (first) throw failure(400, { message: first.message, details });
}

// Null is allowed: it clears what cannot be set, and answers show it for every action.
function checkErrorCode({ action }: FlowAndAction, { error_code: code }: RuleChange): void {
  if (code == null || action === "decline-early") return;
  const msg = "error_code needs the action decline-early";
  throw invalid([{ loc: ["body", "error_code"], msg, type: "value_error", input: code }]);
}

/** An absent field stays as it is; null clears. */
function changeRule(rule: FlowRule, change: RuleChange): FlowRule {
  const {
    conditions = rule.conditions,
    description = rule.description,
    error_code = rule.error_code,
    outcome = rule.outcome,
    position,
  } = change;
  return { ...rule, conditions, description, error_code, outcome, position };
}

/** The rule's siblings, including itself, in their order once it is at a position; past the end means the end. */
function reorder(siblings: readonly FlowRule[], rule: FlowRule, position: number): readonly FlowRule[] {
  const others = siblings.filter((sibling) => sibling.id !== rule.id);
  return others.toSpliced(position, 0, rule);
}

/** A rule as answers show it: without the conditions that are for requests only (specification, section 2.10). */
function ruleAnswer(rule: FlowRule): Json<FlowRule> {
  const conditions = rule.conditions.filter(({ name }) => !requestOnlyConditions.includes(name));
  return json({ ...rule, conditions });
}
