import { isDeepStrictEqual } from "node:util";
import type { Operations } from "../../contract/operations.ts";
import { failure } from "../failure.ts";
import type { Call, Handler } from "../handler.ts";
import type { StoredFlowRule } from "../store/records.ts";
import { recordChange } from "./audit-entry.ts";
import { ruleAnswer } from "./flow-rule-answer.ts";
import { changeRule, renumber, reorder } from "./flow-rule-change.ts";
import { checkRuleChange } from "./flow-rule-checks.ts";
import { reaches } from "./reach.ts";

type RuleCall = Call<Operations["updateFlowRule"]>;

export const updateFlowRule: Handler<Operations["updateFlowRule"]> = {
  transaction: "write",
  async handle(call) {
    checkRuleChange(call.path, call.body);
    const rule = await getRule(call);
    const order = reorder(await call.resources.flowRules.siblings(rule), rule, call.body.position);
    const changed = changeRule(rule, { ...call.body, position: order.indexOf(rule) });
    if (isDeepStrictEqual(changed, rule)) return { status: 200, body: ruleAnswer(rule) };
    const updated = { ...changed, updated_at: call.now.toISOString() };
    for (const moved of renumber(order.toSpliced(changed.position, 1, updated))) {
      await call.resources.flowRules.update(moved);
    }
    await call.resources.flowRules.update(updated);
    await recordUpdate(call, updated);
    return { status: 200, body: ruleAnswer(updated) };
  },
};

/** Found by id, in the accounts that the caller's key pair may use; the path must name its flow and action. */
async function getRule({ caller, path, resources }: RuleCall): Promise<StoredFlowRule> {
  const rule = await resources.flowRules.find(path.rule_id);
  const found = rule?.flow === path.flow && rule.action === path.action;
  if (!(found && reaches(caller, rule.merchant_account_id))) throw failure(404);
  return rule;
}

async function recordUpdate(call: RuleCall, rule: StoredFlowRule): Promise<void> {
  await recordChange(call, {
    action: "updated",
    type: "rule",
    id: rule.id,
    name: rule.description ?? `${rule.flow} ${rule.action}`,
    merchantAccountId: rule.merchant_account_id,
  });
}
