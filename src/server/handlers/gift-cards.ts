import type { FailureDetail } from "../../contract/failure.ts";
import type { AnswerBody, Parsed } from "../../contract/operation.ts";
import type { Operations } from "../../contract/operations.ts";
import { failure } from "../failure.ts";
import type { Call, Handler } from "../handler.ts";
import { json } from "../json.ts";
import type { GiftCard } from "../store/records.ts";

type BalanceOperation = Operations["fetchGiftCardBalances"];
type Item = Parsed<BalanceOperation>["body"]["items"][number];
type GiftCardSummary = AnswerBody<BalanceOperation>["items"][number];
type CardCall = Pick<Call<BalanceOperation>, "merchantAccountId" | "resources">;

export const fetchGiftCardBalances: Handler<BalanceOperation> = {
  transaction: "read",
  async handle(call) {
    const items: GiftCardSummary[] = [];
    const unknown: FailureDetail[] = [];
    for (const [index, item] of call.body.items.entries()) {
      const summary = await findSummary(call, item);
      if (summary === undefined) unknown.push(notFound(index));
      else items.push(summary);
    }
    if (unknown.length > 0) throw failure(404, { details: unknown });
    return { status: 200, body: json({ items }) };
  },
};

/** Undefined for the id of a card that is not stored in the account. */
async function findSummary(call: CardCall, item: Item): Promise<GiftCardSummary | undefined> {
  const { merchantAccountId, resources } = call;
  if ("id" in item) {
    const stored = await resources.giftCards.findStored(merchantAccountId, item.id);
    return stored && summarize(stored);
  }
  const card = await resources.giftCards.findByNumber(merchantAccountId, item.number);
  // A wrong PIN is answered like an unknown number, so that nobody can find out which numbers exist.
  return card?.pin === item.pin ? summarize(card) : summarizeInvalid(merchantAccountId, item.number);
}

function notFound(index: number): FailureDetail {
  const message = "No stored gift card has this id";
  return { location: "body", pointer: `/items/${index}`, message, type: "not_found" };
}

/** A card's balance, or the reason why there is none. */
function summarize(card: GiftCard): GiftCardSummary {
  const { number } = card;
  const code = card.error_code ?? (card.balance === null ? "unknown_error" : null);
  return {
    type: "gift-card",
    id: card.stored ? card.id : null,
    merchant_account_id: card.merchant_account_id,
    bin: number.slice(0, 6),
    sub_bin: number.slice(6, 9),
    last4: number.slice(-4),
    usage_count: card.usage_count,
    cit_usage_count: card.cit_usage_count,
    currency: card.currency,
    expiration_date: card.expiration_date,
    balance: code === null ? card.balance : null,
    balance_error_code: code,
    balance_raw_error_code: code === null ? null : code.toUpperCase(),
    balance_raw_error_message: code === null ? null : sentence(code),
    last_used_at: card.last_used_at,
    cit_last_used_at: card.cit_last_used_at,
  };
}

/** The answer for a number that no card has, or with a wrong PIN: nothing about the card itself. */
function summarizeInvalid(merchantAccountId: string, number: string): GiftCardSummary {
  return summarize({
    id: "",
    merchant_account_id: merchantAccountId,
    number,
    pin: "",
    stored: false,
    balance: null,
    currency: null,
    expiration_date: null,
    error_code: "invalid_gift_card",
    usage_count: 0,
    cit_usage_count: 0,
    last_used_at: null,
    cit_last_used_at: null,
  });
}

/** `expired_card` in words: `Expired card`. */
function sentence(code: string): string {
  const words = code.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
