import {
  actions,
  type Flow,
  type FlowAction,
  flowActions,
  flows,
  flowTakes,
} from "../../contract/flow-actions.ts";
import { operations } from "../../contract/operations.ts";
import { UsageError } from "../../errors.ts";
import { choiceArgument, uuidArgument } from "../../terminal/arguments.ts";
import { clearableFlag, fileFlag, integerFlag, jsonFlag } from "../../terminal/flags.ts";
import type { Column } from "../../terminal/output.ts";
import { command } from "../command.ts";
import { collectFields } from "../read-input-file.ts";
import { sendWrite } from "../write.ts";

const operation = operations.updateFlowRule;

const columns: readonly Column[] = [
  { title: "ID", field: "id" },
  { title: "FLOW", field: "flow" },
  { title: "ACTION", field: "action" },
  { title: "POSITION", field: "position", kind: "number" },
  { title: "DESCRIPTION", field: "description", shrinks: true },
  { title: "CONDITIONS", field: "conditions", shrinks: true },
  { title: "OUTCOME", field: "outcome", shrinks: true },
  { title: "ERROR CODE", field: "error_code" },
  { title: "UPDATED", field: "updated_at", kind: "time" },
];

export const flowsUpdateRule = command({
  about:
    "Fields not given stay as they are, but the service always requires the position: give --position even if the rule stays in place. Moving a rule shifts the others of its flow and action.",
  operation,
  arguments: {
    flow: choiceArgument("the flow", flows),
    action: choiceArgument("the action", actions, { choicesAfter: flowActions }),
    ruleId: uuidArgument("id of the rule"),
  },
  flags: {
    position: integerFlag("position within the flow and action, from 0", { minimum: 0, maximum: 1_000_000 }),
    description: clearableFlag("what the rule is for; --no-description clears it"),
    conditions: jsonFlag("conditions, as a JSON array"),
    outcome: jsonFlag("outcome, as a JSON object"),
    errorCode: clearableFlag("error code of a decline; --no-error-code clears it", { placeholder: "CODE" }),
    file: fileFlag("fields as JSON or YAML"),
  },
  examples: [
    {
      command: "payctl flows update-rule card-transaction skip-3ds RULE_ID --position 0",
      about: "make a rule apply first",
    },
    {
      command: "payctl flows update-rule checkout select-payment-options RULE_ID -f rule.json --dry-run",
      about: "see what a file would change",
    },
  ],
  run: async (context, { arguments: { flow, action, ruleId }, flags }) => {
    refuseMismatch(flow, action);
    const { file, ...fields } = flags;
    const { fields: body, locate } = await collectFields(context, file, fields);
    if (body["position"] === undefined) {
      throw new UsageError("the request is not valid", {
        fields: [locate({ path: ["position"], message: "is missing, even if the rule stays in place" })],
        hint: "add --position N",
      });
    }
    await sendWrite(context, { operation, path: { flow, action, rule_id: ruleId }, body, locate, columns });
  },
});

/** Throws UsageError for an action that the flow does not have. */
function refuseMismatch(flow: Flow, action: FlowAction): void {
  if (flowTakes(flow, action)) return;
  throw new UsageError(`flow ${flow} has no action ${action}`, {
    hint: `it takes: ${flowActions[flow].join(", ")}`,
  });
}
