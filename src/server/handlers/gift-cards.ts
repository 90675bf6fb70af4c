import type { FailureDetail } from "../../contract/failure.ts";
import type { Parsed } from "../../contract/operation.ts";
import type { Operations } from "../../contract/operations.ts";
import { failure } from "../failure.ts";
import type { Call, Handler } from "../handler.ts";
import { json } from "../json.ts";
import { type GiftCardSummary, summarize, summarizeInvalid } from "./gift-card-summary.ts";

type BalanceOperation = Operations["fetchGiftCardBalances"];
type Item = Parsed<BalanceOperation>["body"]["items"][number];
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
  // A wrong PIN answers like an unknown number, so that nobody can find out which numbers exist.
  return card?.pin === item.pin ? summarize(card) : summarizeInvalid(merchantAccountId, item.number);
}

function notFound(index: number): FailureDetail {
  const message = "No stored gift card has this id";
  return { location: "body", pointer: `/items/${index}`, message, type: "not_found" };
}
