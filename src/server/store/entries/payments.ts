import type { Entry } from "../../seed/seed.ts";
import type { DigitalWallet, GiftCard, NetworkToken } from "../records.ts";
import type { NewPaymentMethod } from "../tables/payment-methods.ts";
import { account, identity, type Made, times } from "./made.ts";

export function paymentMethodOf(entry: Entry<"payment_methods">, made: Made): NewPaymentMethod {
  return {
    ...identity(entry, made),
    merchantAccountId: account(entry).merchant_account_id,
    kind: entry.kind ?? "card",
    status: entry.status ?? "active",
    buyerId: entry.buyer_id ?? null,
  };
}

export function networkTokenOf(entry: Entry<"network_tokens">, made: Made): NetworkToken {
  return {
    type: "network-token",
    ...entry,
    ...identity(entry, made),
    status: entry.status ?? "active",
    ...times(entry, made),
  };
}

export function digitalWalletOf(entry: Entry<"digital_wallets">, made: Made): DigitalWallet {
  return {
    ...identity(entry, made),
    merchantAccountId: account(entry).merchant_account_id,
    provider: entry.provider,
    domainNames: entry.domain_names ?? [],
  };
}

export function giftCardOf(entry: Entry<"gift_cards">, made: Made): GiftCard {
  return {
    ...identity(entry, made),
    merchantAccountId: account(entry).merchant_account_id,
    number: entry.number,
    pin: entry.pin,
    stored: entry.stored ?? false,
    balance: entry.balance ?? null,
    currency: entry.currency ?? null,
    expirationDate: entry.expiration_date ?? null,
    errorCode: entry.error_code ?? null,
    usageCount: entry.usage_count ?? 0,
    citUsageCount: entry.cit_usage_count ?? 0,
    lastUsedAt: entry.last_used_at ?? null,
    citLastUsedAt: entry.cit_last_used_at ?? null,
  };
}
