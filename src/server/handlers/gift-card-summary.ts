import type { Output } from "../../contract/operation.ts";
import type { Operations } from "../../contract/operations.ts";
import type { GiftCard } from "../store/records.ts";

export type GiftCardSummary = Output<Operations["fetchGiftCardBalances"]>["items"][number];

/** A card's balance, or the reason why there is none. */
export function summarize(card: GiftCard): GiftCardSummary {
  return {
    type: "gift-card",
    id: card.stored ? card.id : null,
    merchant_account_id: card.merchantAccountId,
    ...digits(card.number),
    usage_count: card.usageCount,
    cit_usage_count: card.citUsageCount,
    currency: card.currency,
    expiration_date: card.expirationDate,
    ...balance(card),
    last_used_at: card.lastUsedAt,
    cit_last_used_at: card.citLastUsedAt,
  };
}

/** What there is to say of a number that no card has, or whose PIN is wrong: nothing of the card itself. */
export function summarizeInvalid(merchantAccountId: string, number: string): GiftCardSummary {
  return summarize({
    id: "",
    merchantAccountId,
    number,
    pin: "",
    stored: false,
    balance: null,
    currency: null,
    expirationDate: null,
    errorCode: "invalid_gift_card",
    usageCount: 0,
    citUsageCount: 0,
    lastUsedAt: null,
    citLastUsedAt: null,
  });
}

function digits(number: string) {
  return { bin: number.slice(0, 6), sub_bin: number.slice(6, 9), last4: number.slice(-4) };
}

function balance(card: GiftCard) {
  const code = card.errorCode ?? (card.balance === null ? "unknown_error" : null);
  return {
    balance: code === null ? card.balance : null,
    balance_error_code: code,
    balance_raw_error_code: code === null ? null : code.toUpperCase(),
    balance_raw_error_message: code === null ? null : sentence(code),
  };
}

/** `expired_card` in words: `Expired card`. */
function sentence(code: string): string {
  const words = code.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
