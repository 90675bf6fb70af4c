import * as z from "zod";
import { pageOf, pageQuery } from "./paging.ts";
import { countryCode, text, timestamp, uuid } from "./primitives.ts";

/** Specification, section 2.6; every part may be null, hidden personal data always is. */
export const billingDetails = z.looseObject({
  first_name: text(1, 255).nullish(),
  last_name: text(1, 255).nullish(),
  email_address: text(1, 320).nullish(),
  phone_number: z
    .string()
    .regex(/^\+[1-9]\d{1,14}$/)
    .nullish(),
  address: z
    .looseObject({
      city: text(1, 100).nullish(),
      country: countryCode.nullish(),
      postal_code: text(1, 50).nullish(),
      state: text(1, 255).nullish(),
      state_code: z
        .string()
        .regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/)
        .nullish(),
      house_number_or_name: text(1, 255).nullish(),
      line1: text(1, 255).nullish(),
      line2: text(1, 255).nullish(),
      organization: text(1, 255).nullish(),
    })
    .nullish(),
  tax_id: z.looseObject({ value: text(1, 50), kind: z.string() }).nullish(),
});

export const buyer = z.looseObject({
  id: uuid,
  reconciliation_id: z.string(),
  merchant_account_id: z.string(),
  created_at: timestamp,
  updated_at: timestamp,
  type: z.literal("buyer"),
  display_name: text(1, 200).nullable(),
  external_identifier: text(1, 200).nullable(),
  account_number: text(1, 200).nullable(),
  billing_details: billingDetails.nullable(),
});

export const listBuyers = {
  query: z.object({
    ...pageQuery,
    search: z.string().optional(),
    external_identifier: z.string().optional(),
  }),
  response: pageOf(buyer),
};
