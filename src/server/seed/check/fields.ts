import { createMerchantAccount } from "../../../contract/schemas/merchant-accounts.ts";
import { text, timestamp, uuid } from "../../../contract/schemas/primitives.ts";

// Lists compare times as text, so all have one form, with a year of four digits; what is no time is refused as it is.
export const instant = timestamp
  .overwrite((time) => (Number.isNaN(Date.parse(time)) ? time : new Date(time).toISOString()))
  .refine((time) => !/^[+-]/.test(time), "must lie in the years 0000 to 9999 in UTC");
export const accountId = createMerchantAccount.body.shape.id;
export const name = text(1, 255);

export const identity = { id: uuid.optional() };
export const times = { created_at: instant.optional(), updated_at: instant.optional() };
export const inAccount = { ...identity, merchant_account_id: accountId.optional() };
