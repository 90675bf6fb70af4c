import * as z from "zod";
import { giftCardErrorCodes } from "../words.ts";
import { accountId, kind, list, openWord, secret, timestamp, uuid } from "./primitives.ts";

/** Specification, section 2.7; a card that is not stored has no id. */
export const giftCardSummary = z.looseObject({
  id: uuid.nullable().describe("The id of the card; null if it is not stored."),
  merchant_account_id: accountId,
  bin: z.string().nullable().describe("The first digits of the number."),
  sub_bin: z.string().nullable().describe("The digits after those."),
  last4: z.string().nullable().describe("The last digits of the number."),
  usage_count: z.int().nullable().describe("How often the card was used."),
  cit_usage_count: z.int().nullable().describe("How often the buyer used it."),
  currency: z.string().nullable().describe("The currency of the balance, as an ISO 4217 code."),
  expiration_date: timestamp.nullable().describe("When the card expires."),
  balance: z
    .int()
    .nullable()
    .describe("The balance in the smallest currency unit; null if it could not be fetched."),
  balance_error_code: openWord(giftCardErrorCodes)
    .nullable()
    .describe("Why the balance could not be fetched, for programs."),
  balance_raw_error_code: z.string().nullable().describe("The code that the card's issuer gave."),
  balance_raw_error_message: z.string().nullable().describe("The message that the card's issuer gave."),
  last_used_at: timestamp.nullable().describe("When the card was last used."),
  cit_last_used_at: timestamp.nullable().describe("When the buyer last used it."),
  type: kind("gift-card"),
});

export const directGiftCard = z.strictObject({
  number: secret(z.string().regex(/^\d{16,19}$/, "must be 16 to 19 digits")).describe(
    "The number of the card.",
  ),
  pin: secret(z.string().min(1)).describe("The PIN of the card."),
});

export const storedGiftCard = z.strictObject({ id: uuid.describe("The id of the stored card.") });

export const fetchGiftCardBalances = {
  notes: [
    "A balance that could not be fetched is null, with an error code next to it; the status is still 200.",
    "A token with the scope embed may call this too, 50 times in 60 seconds.",
  ],
  body: z.strictObject({
    items: list(z.union([storedGiftCard, directGiftCard]), 10)
      .min(1)
      .describe("The cards, given directly or by reference."),
  }),
  response: z.looseObject({
    items: z.array(giftCardSummary).describe("One summary for each card, in the order of the request."),
  }),
};
