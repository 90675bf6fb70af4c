import * as z from "zod";
import { isRecord } from "../../values/record.ts";
import { cardSchemes } from "../words.ts";
import { createdAt, kind, list, secret, text, unique, updatedAt } from "./primitives.ts";

const id = text(1, 50).regex(/^[a-zA-Z0-9-]+$/, "must be letters, digits and hyphens");
const displayName = text(1, 255).describe("Name of the account.");
const overCapture = z.int().min(0).max(99_999_999).nullable();
const networkTokenId = text(0, 300).nullable();
const overCaptureAmount = "Over-capture limit in the smallest currency unit.";
const overCapturePercentage = "Over-capture limit as a percentage.";
const acceptedSchemes = "Card schemes that the updater accepts.";
const updaterEnabled = "Whether expired or invalid card details are updated when a payment fails.";
const asyncTokens = "Whether tokens are generated in the background, for later transactions only.";

/** The specification gives no bound. */
const mostSchemes = 25;

/** The fields that both directions share, every one of them nullable (specification, section 2.11). */
const settings = {
  updater_client_key: secret(z.string())
    .nullable()
    .describe("Client key of the updater, which is off without it."),
  updater_secret_key: secret(z.string()).nullable().describe("Secret key of the updater."),
  updater_accepted_schemes: unique(list(z.enum(cardSchemes), mostSchemes))
    .nullable()
    .describe(acceptedSchemes),
  account_updater_request_encryption_key: z
    .string()
    .nullable()
    .describe("Public key that encrypts requests to the account updater."),
  account_updater_request_encryption_key_id: z.string().nullable().describe("Id of that public key."),
  account_updater_response_decryption_key: secret(z.string())
    .nullable()
    .describe("Secret key that decrypts its answers."),
  account_updater_response_decryption_key_id: z.string().nullable().describe("Id of that secret key."),
  over_capture_amount: overCapture.describe(overCaptureAmount),
  over_capture_percentage: overCapture.describe(overCapturePercentage),
  visa_network_tokens_requestor_id: networkTokenId.describe("Requestor id for visa network tokens."),
  visa_network_tokens_app_id: networkTokenId.describe("Application id for visa network tokens."),
  amex_network_tokens_requestor_id: networkTokenId.describe("Requestor id for amex network tokens."),
  amex_network_tokens_app_id: networkTokenId.describe("Application id for amex network tokens."),
  mastercard_network_tokens_requestor_id: networkTokenId.describe(
    "Requestor id for mastercard network tokens.",
  ),
  mastercard_network_tokens_app_id: networkTokenId.describe("Application id for mastercard network tokens."),
};

/** The ranges of over-capture and the bound on schemes are those of a request. */
export const merchantAccount = z.looseObject({
  id: id.describe("Id of the account."),
  display_name: displayName,
  account_updater_enabled: z.boolean().describe(updaterEnabled),
  created_at: createdAt,
  updated_at: updatedAt,
  type: kind("merchant-account").optional(),
  async_network_tokens_enabled: z.boolean().optional().describe(asyncTokens),
  ...z.object(settings).partial().shape,
  updater_accepted_schemes: z.array(z.enum(cardSchemes)).nullish().describe(acceptedSchemes),
  over_capture_amount: z.int().nullish().describe(overCaptureAmount),
  over_capture_percentage: z.int().nullish().describe(overCapturePercentage),
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
  id: id.describe("Id of the new account."),
  display_name: displayName,
  account_updater_enabled: z.boolean().default(false).describe(updaterEnabled),
  async_network_tokens_enabled: z.boolean().default(false).describe(asyncTokens),
  ...z.object(settings).partial().shape,
});

type MerchantAccountBody = z.output<typeof body>;

export const createMerchantAccount = {
  notes: [
    "updater_secret_key and updater_accepted_schemes need updater_client_key.",
    "The account updater is called only if its keys and their ids are set.",
  ],
  // Checked even if other fields are wrong: every problem of a request is reported at once.
  body: body.superRefine(updaterNeedsClientKey, { when: ({ value }) => isRecord(value) }),
  response: merchantAccount,
};
