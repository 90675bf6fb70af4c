import * as z from "zod";
import { cardSchemes } from "../words.ts";
import { accountId, createdAt, currencyCode, kind, openWord, ownId, updatedAt } from "./primitives.ts";

/** Specification, section 2.9; without a currency a configuration applies to all. */
export const threeDsConfiguration = z.looseObject({
  id: ownId,
  merchant_account_id: accountId,
  merchant_acquirer_bin: z.string().describe("The acquirer's BIN."),
  merchant_acquirer_id: z.string().describe("The merchant's id at the acquirer."),
  merchant_name: z.string().describe("The name of the merchant."),
  merchant_country_code: z.string().describe("The country of the merchant."),
  merchant_category_code: z.string().describe("The merchant category code (ISO 18245)."),
  merchant_url: z.string().describe("The website of the merchant."),
  scheme: openWord(cardSchemes).describe("The card scheme that the configuration is for."),
  currency: currencyCode
    .nullable()
    .describe("The currency that the configuration is for; null for every currency."),
  metadata: z.record(z.string(), z.unknown()).nullable().describe("What the merchant noted."),
  created_at: createdAt,
  updated_at: updatedAt,
  type: kind("merchant-account.three-ds-configuration"),
});

export const listThreeDsConfigurations = {
  path: z.object({ merchant_account_id: z.string().describe("The merchant account.") }),
  query: z.object({
    currency: currencyCode
      .optional()
      .describe("Only configurations for this currency, and those for every currency."),
  }),
  response: z.looseObject({ items: z.array(threeDsConfiguration).describe("The configurations.") }),
};
