import {
  actions,
  type Flow,
  type FlowAction,
  flowActions,
  flows,
  flowTakes,
} from "../../contract/flow-actions.ts";
import { UsageError } from "../../errors.ts";
import { choiceArgument, uuidArgument } from "../../terminal/arguments.ts";

/** A flow rule is named by its flow, its action and its id. */
export const ruleArguments = {
  flow: choiceArgument("the flow", flows),
  action: choiceArgument("the action", actions, { choicesAfter: flowActions }),
  ruleId: uuidArgument("id of the rule"),
} as const;

/** Throws UsageError for an action that the flow does not take. */
export function refuseMismatch(flow: Flow, action: FlowAction): void {
  if (flowTakes(flow, action)) return;
  throw new UsageError(`flow ${flow} has no action ${action}`, {
    hint: `it takes: ${flowActions[flow].join(", ")}`,
  });
}
