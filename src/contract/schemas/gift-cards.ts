import * as z from "zod";
import { giftCardErrorCodes } from "../words.ts";
import { list, openWord, secret, timestamp, uuid } from "./primitives.ts";

/** Specification, section 2.7; a card that is not stored has no id. */
export const giftCardSummary = z.looseObject({
  id: uuid.nullable(),
  merchant_account_id: z.string(),
  bin: z.string().nullable(),
  sub_bin: z.string().nullable(),
  last4: z.string().nullable(),
  usage_count: z.int().nullable(),
  cit_usage_count: z.int().nullable(),
  currency: z.string().nullable(),
  expiration_date: timestamp.nullable(),
  balance: z.int().nullable(),
  balance_error_code: openWord(giftCardErrorCodes).nullable(),
  balance_raw_error_code: z.string().nullable(),
  balance_raw_error_message: z.string().nullable(),
  last_used_at: timestamp.nullable(),
  cit_last_used_at: timestamp.nullable(),
  type: z.literal("gift-card"),
});

export const directGiftCard = z.strictObject({
  number: secret(z.string().regex(/^\d{16,19}$/, "must be 16 to 19 digits")),
  pin: secret(z.string().min(1)),
});

export const storedGiftCard = z.strictObject({ id: uuid });

export const fetchGiftCardBalances = {
  body: z.strictObject({
    items: list(z.union([storedGiftCard, directGiftCard]), 10).min(1),
  }),
  response: z.looseObject({ items: z.array(giftCardSummary) }),
};
