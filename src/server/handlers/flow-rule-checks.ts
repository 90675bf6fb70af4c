import type { FailureDetail } from "../../contract/failure.ts";
import { flowTakes } from "../../contract/flow-actions.ts";
import { type FlowPlace, incompatibilities } from "../../contract/flow-compatibility.ts";
import type { Parsed } from "../../contract/operation.ts";
import type { Operations } from "../../contract/operations.ts";
import { failure, invalid } from "../failure.ts";

export type RuleChange = Parsed<Operations["updateFlowRule"]>["body"];

/** Everything that path and body say by themselves, before anyone asks whether the rule exists. */
export function checkRuleChange(place: FlowPlace, change: RuleChange): void {
  checkErrorCode(place, change);
  const { action, flow } = place;
  if (!flowTakes(flow, action)) {
    throw failure(400, { message: `The flow ${flow} does not take the action ${action}` });
  }
  const details: FailureDetail[] = incompatibilities(place, change).map((problem) => ({
    location: "body",
    type: "value_error",
    ...problem,
  }));
  const [first] = details;
  if (first) throw failure(400, { message: first.message, details });
}

// Null passes: it clears what cannot be set, and answers show it for every action.
function checkErrorCode({ action }: FlowPlace, { error_code: code }: RuleChange): void {
  if (code == null || action === "decline-early") return;
  const msg = "error_code goes only with the action decline-early";
  throw invalid([{ loc: ["body", "error_code"], msg, type: "value_error", input: code }]);
}
