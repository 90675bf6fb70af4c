import * as z from "zod";
import { pageOf, pageQuery } from "./paging.ts";
import { accountId, createdAt, kind, ownId, updatedAt } from "./primitives.ts";

function text(description: string) {
  return z.string().nullish().describe(description);
}

/** Specification, section 2.6; every part may be null, hidden personal data always is. */
export const billingDetails = z.looseObject({
  first_name: text("The first name."),
  last_name: text("The last name."),
  email_address: text("The email address."),
  phone_number: text("The phone number, in the form of E.164."),
  address: z
    .looseObject({
      city: text("The city."),
      country: text("The country, as an ISO 3166-1 code of two letters."),
      postal_code: text("The postal code."),
      state: text("The state or province."),
      state_code: text("The state or province, as an ISO 3166-2 code."),
      house_number_or_name: text("The number or the name of the house."),
      line1: text("The first line."),
      line2: text("The second line."),
      organization: text("The organization."),
    })
    .nullish()
    .describe("The postal address."),
  tax_id: z
    .looseObject({
      value: z.string().describe("The id itself."),
      kind: z.string().describe("Which tax it is for."),
    })
    .nullish()
    .describe("The tax id."),
});

export const buyer = z.looseObject({
  id: ownId,
  reconciliation_id: z.string().describe("A short id for statements."),
  merchant_account_id: accountId,
  created_at: createdAt,
  updated_at: updatedAt,
  type: kind("buyer"),
  display_name: z.string().nullable().describe("The name of the buyer."),
  external_identifier: z.string().nullable().describe("The id of the buyer in the merchant's own system."),
  account_number: z.string().nullable().describe("The account number of the buyer."),
  billing_details: billingDetails.nullable().describe("Personal data; hidden parts are null."),
});

export const listBuyers = {
  notes: [
    "Without the second scope most of billing_details, and account_number, are null.",
    "Both filters compare whole values.",
  ],
  query: z.object({
    ...pageQuery,
    search: z
      .string()
      .optional()
      .describe("Only buyers whose display name or external identifier equals this."),
    external_identifier: z.string().optional().describe("Only buyers whose external identifier equals this."),
  }),
  response: pageOf(buyer),
};
