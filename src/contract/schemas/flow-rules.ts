import * as z from "zod";
import { actions, flows } from "../flow-actions.ts";
import { flowCondition, paymentMethodWord } from "./flow-conditions.ts";
import { list, text, timestamp, uuid } from "./primitives.ts";

/** Conditions of a rule, and entries of its outcome; the specification gives no bound. */
const mostEntries = 100;

const errorCode = text(1, 255).regex(/^flow_[a-z_]+$/);
const description = text(1, 200);

const cardRoute = z.strictObject({
  payment_service_id: uuid,
  instrument: z.enum(["network_token", "pan"]),
  transformations: list(
    z.strictObject({ name: z.enum(["force_mit", "use_additional_scheme"]) }),
    mostEntries,
  ),
});

/** What a rule leads to, in requests; which action takes which is a table of its own. */
export const flowOutcome = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("boolean"), result: z.literal(true) }),
  z.strictObject({ type: z.literal("list"), result: list(z.union([uuid, paymentMethodWord]), mostEntries) }),
  z.strictObject({
    type: z.literal("card-routing"),
    version: z.literal(2),
    result: list(cardRoute, mostEntries),
  }),
  z.strictObject({ type: z.literal("three-d-secure"), result: z.enum(["attempt", "force", "skip"]) }),
]);

/** Specification, section 2.10; conditions and outcomes stay open, because more kinds may come. */
export const flowRule = z.looseObject({
  id: uuid,
  merchant_account_id: z.string(),
  description: description.nullable(),
  flow: z.enum(flows),
  action: z.enum(actions),
  conditions: z.array(z.looseObject({ name: z.string(), operator: z.string(), value: z.unknown() })),
  outcome: z.looseObject({ type: z.string(), version: z.int().optional(), result: z.unknown() }),
  position: z.number(),
  created_at: timestamp,
  updated_at: timestamp,
  error_code: errorCode.nullable(),
  type: z.literal("rule").optional(),
});

export const updateFlowRule = {
  path: z.object({ flow: z.enum(flows), action: z.enum(actions), rule_id: uuid }),
  body: z.strictObject({
    position: z.int().min(0),
    description: description.nullable().optional(),
    conditions: list(flowCondition, mostEntries).optional(),
    outcome: flowOutcome.optional(),
    error_code: errorCode.nullable().optional(),
  }),
  response: flowRule,
};
