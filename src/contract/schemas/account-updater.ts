import * as z from "zod";
import { accountId, createdAt, kind, list, ownId, unique, updatedAt, uuid } from "./primitives.ts";

/** Specification, section 2.8. */
export const accountUpdaterJob = z.looseObject({
  id: ownId,
  merchant_account_id: accountId,
  inquiries: z
    .array(
      z.looseObject({
        id: ownId,
        payment_method_id: uuid.describe("The stored card."),
        type: kind("account-updater-inquiry"),
      }),
    )
    .describe("One inquiry for each card that is looked up."),
  created_at: createdAt,
  updated_at: updatedAt,
  type: kind("account-updater-job"),
});

export const createAccountUpdaterJob = {
  notes: ["204 means that no card qualified, so no job was created."],
  body: z.strictObject({
    payment_method_ids: unique(list(uuid, 100).min(1)).describe("The stored cards to update."),
  }),
  response: accountUpdaterJob,
};
