import * as z from "zod";
import { networkToken } from "../../schemas/network-tokens.ts";
import { countryCode, text, timestamp } from "../../schemas/primitives.ts";
import { isMonthOffset, isOffset, yearsOfTimes } from "../relative-times.ts";

// Lists compare times as text, so all have one form, with a year of four digits.
export const instant = z.string().check((context) => {
  const { value } = context;
  if (isOffset(value)) return;
  const time = timestamp.safeParse(value).success ? new Date(value) : undefined;
  const written = time === undefined || Number.isNaN(time.getTime()) ? undefined : time.toISOString();
  if (written !== undefined && !/^[+-]/.test(written)) {
    context.value = written;
    return;
  }
  const expected = "must be a time as in 2026-01-31T12:00:00Z, or one from the start as in -12d or +3h30m";
  const message = written === undefined ? expected : yearsOfTimes;
  context.issues.push({ code: "custom", message, input: value, continue: true });
});

/** MM/YY. */
export const month = z
  .string()
  .refine(
    (text) => isMonthOffset(text) || networkToken.shape.expiration_date.safeParse(text).success,
    "must be a month as in 12/30, or one from the start as in +18mo",
  );

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
