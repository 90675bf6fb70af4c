import type { Buyer } from "./records.ts";

export type BillingDetails = NonNullable<Buyer["billing_details"]>;
export type Address = NonNullable<BillingDetails["address"]>;

/** Every field is answered, null where nothing is known or may be seen. */
export const unknownBilling = {
  first_name: null,
  last_name: null,
  email_address: null,
  phone_number: null,
  address: null,
  tax_id: null,
} satisfies BillingDetails;

export const unknownAddress = {
  city: null,
  country: null,
  postal_code: null,
  state: null,
  state_code: null,
  house_number_or_name: null,
  line1: null,
  line2: null,
  organization: null,
} satisfies Address;
