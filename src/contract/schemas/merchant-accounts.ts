import * as z from "zod";
import { isRecord } from "../../values/record.ts";
import { cardSchemes } from "../words.ts";
import { list, secret, text, timestamp, unique } from "./primitives.ts";

const id = text(1, 50).regex(/^[a-zA-Z0-9-]+$/, "must be letters, digits and hyphens");
const displayName = text(1, 255);
const overCapture = z.int().min(0).max(99_999_999).nullable();
const networkTokenId = text(0, 300).nullable();

/** The specification gives no bound. */
const mostSchemes = 25;

/** The fields that both directions share, every one of them nullable (specification, section 2.11). */
const settings = {
  updater_client_key: secret(z.string()).nullable(),
  updater_secret_key: secret(z.string()).nullable(),
  updater_accepted_schemes: unique(list(z.enum(cardSchemes), mostSchemes)).nullable(),
  account_updater_request_encryption_key: z.string().nullable(),
  account_updater_request_encryption_key_id: z.string().nullable(),
  account_updater_response_decryption_key: secret(z.string()).nullable(),
  account_updater_response_decryption_key_id: z.string().nullable(),
  over_capture_amount: overCapture,
  over_capture_percentage: overCapture,
  visa_network_tokens_requestor_id: networkTokenId,
  visa_network_tokens_app_id: networkTokenId,
  amex_network_tokens_requestor_id: networkTokenId,
  amex_network_tokens_app_id: networkTokenId,
  mastercard_network_tokens_requestor_id: networkTokenId,
  mastercard_network_tokens_app_id: networkTokenId,
};

/** The ranges of over-capture and the bound on schemes are those of a request. */
export const merchantAccount = z.looseObject({
  id,
  display_name: displayName,
  account_updater_enabled: z.boolean(),
  created_at: timestamp,
  updated_at: timestamp,
  type: z.literal("merchant-account").optional(),
  async_network_tokens_enabled: z.boolean().optional(),
  ...z.object(settings).partial().shape,
  updater_accepted_schemes: z.array(z.enum(cardSchemes)).nullish(),
  over_capture_amount: z.int().nullish(),
  over_capture_percentage: z.int().nullish(),
});

/** Rule 3 of section 2.11: without a client key the updater is off, so nothing else may be set for it. */
function updaterNeedsClientKey(
  account: MerchantAccountBody,
  context: z.core.$RefinementCtx<MerchantAccountBody>,
): void {
  if (account.updater_client_key != null) return;
  for (const field of ["updater_secret_key", "updater_accepted_schemes"] as const) {
    if (account[field] == null) continue;
    const message = `${field} needs updater_client_key`;
    context.addIssue({ code: "custom", message, path: [field], input: account[field] });
  }
}

const body = z.strictObject({
  id,
  display_name: displayName,
  account_updater_enabled: z.boolean().default(false),
  async_network_tokens_enabled: z.boolean().default(false),
  ...z.object(settings).partial().shape,
});

type MerchantAccountBody = z.output<typeof body>;

export const createMerchantAccount = {
  // Checked even if other fields are wrong: every problem of a request is reported at once.
  body: body.superRefine(updaterNeedsClientKey, { when: ({ value }) => isRecord(value) }),
  response: merchantAccount,
};
