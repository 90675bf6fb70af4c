import * as z from "zod";
import { pageOf, pageQuery } from "./paging.ts";
import { timestamp, uuid } from "./primitives.ts";

const text = z.string().nullish();

/** Specification, section 2.6; every part may be null, hidden personal data always is. */
export const billingDetails = z.looseObject({
  first_name: text,
  last_name: text,
  email_address: text,
  phone_number: text,
  address: z
    .looseObject({
      city: text,
      country: text,
      postal_code: text,
      state: text,
      state_code: text,
      house_number_or_name: text,
      line1: text,
      line2: text,
      organization: text,
    })
    .nullish(),
  tax_id: z.looseObject({ value: z.string(), kind: z.string() }).nullish(),
});

export const buyer = z.looseObject({
  id: uuid,
  reconciliation_id: z.string(),
  merchant_account_id: z.string(),
  created_at: timestamp,
  updated_at: timestamp,
  type: z.literal("buyer"),
  display_name: z.string().nullable(),
  external_identifier: z.string().nullable(),
  account_number: z.string().nullable(),
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
