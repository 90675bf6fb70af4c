import type { z } from "zod";
import {
  actions,
  type Flow,
  type FlowAction,
  flowActions,
  flows,
  flowTakes,
} from "../../contract/flow-actions.ts";
import { operations } from "../../contract/operations.ts";
import type { updateFlowRule } from "../../contract/schemas/flow-rules.ts";
import { UsageError } from "../../errors.ts";
import { choiceArgument, uuidArgument } from "../../terminal/arguments.ts";
import { clearableFlag, integerFlag, jsonFlag, textFlag } from "../../terminal/flags.ts";
import type { Column } from "../../terminal/output.ts";
import { command } from "../command.ts";
import { confirmWrite } from "../confirm.ts";
import { readDocument } from "../read-document.ts";
import { shapeOf } from "../shape.ts";
import { validateBody } from "../validate-body.ts";

const operation = operations.updateFlowRule;

type Body = z.input<typeof updateFlowRule.body>;

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
  words: ["flows", "update-rule"],
  summary: "Update a flow rule",
  about: "What is not named stays as it is. Moving a rule shifts the others of its flow and action.",
  operation,
  arguments: {
    flow: choiceArgument("the flow", flows),
    action: choiceArgument("the action", actions),
    ruleId: uuidArgument("id of the rule"),
  },
  flags: {
    position: integerFlag("position within the flow and action, from 0", { minimum: 0, maximum: 1_000_000 }),
    description: clearableFlag("what the rule is for; --no-description clears it"),
    conditions: jsonFlag("conditions, as a JSON array"),
    outcome: jsonFlag("outcome, as a JSON object"),
    errorCode: clearableFlag("error code of a decline; --no-error-code clears it", { placeholder: "CODE" }),
    file: textFlag("fields as JSON or YAML; - is standard input", {
      placeholder: "FILE",
      short: "f",
      completes: "file",
    }),
  },
  examples: [
    {
      command: "payctl flows update-rule card-transaction skip-3ds RULE_ID --position 0",
      about: "let a rule apply first",
    },
    {
      command: "payctl flows update-rule checkout select-payment-options RULE_ID -f rule.json --dry-run",
      about: "see what a file would change",
    },
  ],
  run: async (context, { arguments: { flow, action, ruleId }, flags }) => {
    refuseMismatch(flow, action);
    const { file, errorCode, ...fields } = flags;
    const fromFile = file === undefined ? {} : await readDocument(context, file);
    const body = { ...fromFile, ...withoutUndefined({ ...fields, error_code: errorCode }) };
    await validateBody(operation, body);
    const results = await context.output.results(shapeOf(operation, columns));
    await confirmWrite(context);
    const api = await context.api();
    // The check above makes it a body; its types come from a file.
    const answer = await api.call(operation, { path: { flow, action, rule_id: ruleId }, body: body as Body });
    if (answer.value !== undefined) await results.record(answer.value);
    return undefined;
  },
});

function refuseMismatch(flow: Flow, action: FlowAction): void {
  if (flowTakes(flow, action)) return;
  throw new UsageError(`flow ${flow} has no action ${action}`, {
    hint: `it takes: ${flowActions[flow].join(", ")}`,
  });
}

function withoutUndefined(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
