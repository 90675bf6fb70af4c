import * as z from "zod";
import { countryCode, text } from "../../schemas/primitives.ts";

// Bounds that the decisions set and the specification does not: a seed has to observe them, an answer need not.

const wide = text(1, 255).nullish();

const address = z.strictObject({
  city: text(1, 100).nullish(),
  country: countryCode.nullish(),
  postal_code: text(1, 50).nullish(),
  state: wide,
  state_code: z
    .string()
    .regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/)
    .nullish(),
  house_number_or_name: wide,
  line1: wide,
  line2: wide,
  organization: wide,
});

export const boundedBillingDetails = z.strictObject({
  first_name: wide,
  last_name: wide,
  email_address: text(1, 320).nullish(),
  phone_number: z
    .string()
    .regex(/^\+[1-9]\d{1,14}$/)
    .nullish(),
  address: address.nullish(),
  tax_id: z.strictObject({ value: text(1, 50), kind: z.string() }).nullish(),
});

/** The texts of a buyer. */
export const boundedBuyer = {
  display_name: text(1, 200).nullish(),
  external_identifier: text(1, 200).nullish(),
  account_number: text(1, 200).nullish(),
  billing_details: boundedBillingDetails.nullish(),
};

/** What a 3DS configuration says about the merchant. */
export const boundedThreeDs = {
  merchant_acquirer_bin: text(0, 11),
  merchant_acquirer_id: text(0, 35),
  merchant_name: text(0, 40),
  merchant_country_code: z.string().regex(/^[A-Za-z\d]{2,3}$/),
  merchant_category_code: z.string().regex(/^\d{4}$/),
};
