import * as z from "zod";
import { cardSchemes } from "../words.ts";
import { currencyCode, openWord, timestamp, uuid } from "./primitives.ts";

/** Specification, section 2.9; without a currency a configuration applies to all. */
export const threeDsConfiguration = z.looseObject({
  id: uuid,
  merchant_account_id: z.string(),
  merchant_acquirer_bin: z.string(),
  merchant_acquirer_id: z.string(),
  merchant_name: z.string(),
  merchant_country_code: z.string(),
  merchant_category_code: z.string(),
  merchant_url: z.string(),
  scheme: openWord(cardSchemes),
  currency: currencyCode.nullable(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  type: z.literal("merchant-account.three-ds-configuration"),
});

export const listThreeDsConfigurations = {
  path: z.object({ merchant_account_id: z.string() }),
  query: z.object({ currency: currencyCode.optional() }),
  response: z.looseObject({ items: z.array(threeDsConfiguration) }),
};
