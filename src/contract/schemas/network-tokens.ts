import * as z from "zod";
import { networkTokenStatuses } from "../words.ts";
import { openWord, text, timestamp, uuid } from "./primitives.ts";

const path = z.object({ payment_method_id: uuid, network_token_id: uuid });

/** Specification, section 2.1; the status stays open, since only `active` is specified. */
export const networkToken = z.strictObject({
  type: z.literal("network-token").optional(),
  id: uuid,
  expiration_date: z.string().regex(/^\d{2}\/\d{2}$/),
  payment_method_id: uuid,
  status: openWord(networkTokenStatuses),
  token: text(1, 300),
  created_at: timestamp,
  updated_at: timestamp,
});

export const suspendNetworkToken = { path, response: networkToken };

export const resumeNetworkToken = { path, response: networkToken };

export const provisionCryptogram = {
  path,
  body: z.strictObject({ merchant_initiated: z.boolean() }),
  response: z.looseObject({ cryptogram: z.string(), type: z.literal("network-token-cryptogram") }),
};
