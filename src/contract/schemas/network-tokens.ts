import * as z from "zod";
import { networkTokenStatuses } from "../words.ts";
import { createdAt, kind, openWord, ownId, text, updatedAt, uuid } from "./primitives.ts";

const paymentMethodId = uuid.describe("The payment method that the token was generated for.");

const path = z.object({
  payment_method_id: paymentMethodId,
  network_token_id: uuid.describe("The network token."),
});

/** Specification, section 2.1; the status stays open, since only `active` is specified. */
export const networkToken = z.strictObject({
  type: kind("network-token").optional(),
  id: ownId,
  expiration_date: z
    .string()
    .regex(/^\d{2}\/\d{2}$/)
    .describe("Month and year of expiry, as MM/YY."),
  payment_method_id: paymentMethodId,
  status: openWord(networkTokenStatuses).describe("The state of the token, such as active."),
  token: text(1, 300).describe("The token itself."),
  created_at: createdAt,
  updated_at: updatedAt,
});

const notes = ["An inactive or deleted token is refused (400)."];

export const suspendNetworkToken = { notes, path, response: networkToken };

export const resumeNetworkToken = { notes, path, response: networkToken };

export const provisionCryptogram = {
  notes: [
    "Only an active token can have cryptograms; each call creates a new one.",
    "In production the operator of the service has to enable network tokens first.",
  ],
  path,
  body: z.strictObject({
    merchant_initiated: z.boolean().describe("Whether the request is merchant initiated."),
  }),
  response: z.looseObject({
    cryptogram: z.string().describe("The cryptogram, for one transaction."),
    type: kind("network-token-cryptogram"),
  }),
};
