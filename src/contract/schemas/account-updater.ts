import * as z from "zod";
import { list, timestamp, unique, uuid } from "./primitives.ts";

/** Specification, section 2.8. */
export const accountUpdaterJob = z.looseObject({
  id: uuid,
  merchant_account_id: z.string(),
  inquiries: z.array(
    z.looseObject({ id: uuid, payment_method_id: uuid, type: z.literal("account-updater-inquiry") }),
  ),
  created_at: timestamp,
  updated_at: timestamp,
  type: z.literal("account-updater-job"),
});

export const createAccountUpdaterJob = {
  body: z.strictObject({ payment_method_ids: unique(list(uuid, 100).min(1)) }),
  response: accountUpdaterJob,
};
