import * as z from "zod";
import { registerDomain } from "../../../contract/schemas/digital-wallets.ts";
import { directGiftCard } from "../../../contract/schemas/gift-cards.ts";
import { networkToken } from "../../../contract/schemas/network-tokens.ts";
import { currencyCode, unique, uuid } from "../../../contract/schemas/primitives.ts";
import { identity, inAccount, instant, times } from "./fields.ts";
import { giftCardErrorCodes } from "./gift-card-error-codes.ts";

export const paymentMethod = z.strictObject({
  ...inAccount,
  kind: z.string().min(1).optional(),
  status: z.enum(["active", "inactive"]).optional(),
  buyer_id: uuid.nullable().optional(),
});

export const seedNetworkToken = z.strictObject({
  ...identity,
  ...times,
  payment_method_id: uuid,
  status: z.enum(["active", "inactive", "suspended", "deleted"]).optional(),
  expiration_date: networkToken.shape.expiration_date,
  token: networkToken.shape.token,
});

const domainName = registerDomain.body.shape.domain_name.toLowerCase();

export const digitalWallet = z.strictObject({
  ...inAccount,
  provider: z.string().min(1),
  domain_names: unique(z.array(domainName)).optional(),
});

const count = z.int().min(0);

export const giftCard = z
  .strictObject({
    ...inAccount,
    ...directGiftCard.shape,
    stored: z.boolean().optional(),
    balance: count.nullable().optional(),
    currency: currencyCode.nullable().optional(),
    expiration_date: instant.nullable().optional(),
    error_code: z.enum(giftCardErrorCodes).nullable().optional(),
    usage_count: count.optional(),
    cit_usage_count: count.optional(),
    last_used_at: instant.nullable().optional(),
    cit_last_used_at: instant.nullable().optional(),
  })
  .check((context) => {
    const { balance = null, currency = null, error_code: errorCode = null } = context.value;
    const refuse = (field: string, message: string) =>
      context.issues.push({ code: "custom", message, path: [field], input: undefined });
    if (errorCode !== null && balance !== null) refuse("balance", "goes with no error_code");
    if (errorCode === null && balance === null)
      refuse("balance", "is missing; only an error_code replaces it");
    if (errorCode === null && currency === null)
      refuse("currency", "is missing; only an error_code replaces it");
  });
