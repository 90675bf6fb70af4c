import * as z from "zod";
import { actions, flowActions, flows } from "../flow-actions.ts";
import { flowCondition, paymentMethodWord } from "./flow-conditions.ts";
import { accountId, createdAt, kind, list, ownId, text, updatedAt, uuid } from "./primitives.ts";

/** Conditions of a rule, and entries of its outcome; the specification gives no bound. */
const mostEntries = 100;

const errorCode = text(1, 255).regex(/^flow_[a-z_]+$/);
const description = text(1, 200);

const cardRoute = z.strictObject({
  payment_service_id: uuid.describe("The payment service."),
  instrument: z.enum(["network_token", "pan"]).describe("What is sent to the payment service."),
  transformations: list(
    z.strictObject({
      name: z.enum(["force_mit", "use_additional_scheme"]).describe("The name of the change."),
    }),
    mostEntries,
  ).describe("How the request is changed."),
});

function outcomeType<const Word extends string>(word: Word): z.ZodLiteral<Word> {
  return z.literal(word).describe("The kind of outcome.");
}

/** What a rule leads to, in requests; which action takes which is a table of its own. */
export const flowOutcome = z.discriminatedUnion("type", [
  z.strictObject({
    type: outcomeType("boolean"),
    result: z.literal(true).describe("That the action is taken: always true."),
  }),
  z.strictObject({
    type: outcomeType("list"),
    result: list(z.union([uuid, paymentMethodWord]), mostEntries).describe(
      "Payment services by id, or payment methods by word, in the order of preference.",
    ),
  }),
  z.strictObject({
    type: outcomeType("card-routing"),
    version: z.literal(2).describe("The version of the outcome."),
    result: list(cardRoute, mostEntries).describe("The routes, in the order in which they are tried."),
  }),
  z.strictObject({
    type: outcomeType("three-d-secure"),
    result: z.enum(["attempt", "force", "skip"]).describe("Whether 3-D Secure is used."),
  }),
]);

const flow = z.enum(flows).describe("The flow.");
const action = z.enum(actions).describe("The action.");
const conditionsOfRule = "Conditions that must all match for the rule to apply.";
const outcomeOfRule = "What happens when the rule applies.";
const positionOfRule = "Position of the rule within its flow and action, from 0.";

/** Specification, section 2.10; conditions and outcomes stay open, because more kinds may come. */
export const flowRule = z.looseObject({
  id: ownId,
  merchant_account_id: accountId,
  description: description.nullable().describe("What the rule is for."),
  flow,
  action,
  conditions: z
    .array(
      z.looseObject({
        name: z.string().describe("The kind of condition."),
        operator: z.string().describe("How the payment is compared with the value."),
        value: z.unknown().describe("What the payment is compared with."),
      }),
    )
    .describe(conditionsOfRule),
  outcome: z
    .looseObject({
      type: z.string().describe("The kind of outcome."),
      version: z.int().optional().describe("The version of the outcome."),
      result: z.unknown().describe("What the outcome leads to."),
    })
    .describe(outcomeOfRule),
  position: z.number().describe(positionOfRule),
  created_at: createdAt,
  updated_at: updatedAt,
  error_code: errorCode.nullable().describe("Returned when a decline-early rule triggers."),
  type: kind("rule").optional(),
});

export const updateFlowRule = {
  notes: [
    "A field that is left out keeps its value. Moving a rule shifts the others of its flow and action.",
    ...Object.entries(flowActions).map(([flow, actions]) => `The flow ${flow} takes ${actions.join(", ")}.`),
  ],
  path: z.object({ flow, action, rule_id: uuid.describe("The rule.") }),
  body: z.strictObject({
    position: z.int().min(0).describe(positionOfRule),
    description: description.nullable().optional().describe("What the rule is for; null clears it."),
    conditions: list(flowCondition, mostEntries).optional().describe(conditionsOfRule),
    outcome: flowOutcome.optional().describe(outcomeOfRule),
    error_code: errorCode
      .nullable()
      .optional()
      .describe(
        "Returned when a decline-early rule triggers, and refused with any other action; null clears it.",
      ),
  }),
  response: flowRule,
};
