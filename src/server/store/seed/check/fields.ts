import { createMerchantAccount } from "../../../../contract/schemas/merchant-accounts.ts";
import { text, timestamp, uuid } from "../../../../contract/schemas/primitives.ts";

// Lists compare times as text, so all have one form; what is no time stays, and is refused as it is.
export const instant = timestamp.overwrite((time) => {
  return Number.isNaN(Date.parse(time)) ? time : new Date(time).toISOString();
});
export const accountId = createMerchantAccount.body.shape.id;
export const name = text(1, 255);

export const identity = { id: uuid.optional() };
export const times = { created_at: instant.optional(), updated_at: instant.optional() };
export const inAccount = { ...identity, merchant_account_id: accountId.optional() };
