import type { z } from "zod";
import type { Context } from "../../context.ts";
import { operations } from "../../contract/operations.ts";
import type { fetchGiftCardBalances } from "../../contract/schemas/gift-cards.ts";
import { exitCodes } from "../../exit-codes.ts";
import { fileFlag, listFlag } from "../../terminal/flags.ts";
import type { Column, ListPage } from "../../terminal/output.ts";
import { command } from "../command.ts";
import { shapeOf } from "../shape.ts";
import { wholeList } from "../whole-list.ts";
import { collectCards } from "./collect-cards.ts";

const operation = operations.fetchGiftCardBalances;

/** What one request takes; the decisions set it. */
const requestSize = 10;

type Card = z.input<typeof fetchGiftCardBalances.body>["items"][number];

const columns: readonly Column[] = [
  { title: "ID", field: "id" },
  { title: "BIN", field: "bin" },
  { title: "LAST 4", field: "last4" },
  { title: "BALANCE", field: "balance", kind: "number" },
  { title: "CURRENCY", field: "currency" },
  { title: "EXPIRES", field: "expiration_date", kind: "time" },
  { title: "ERROR", field: "balance_error_code" },
];

export const giftcardsBalances = command({
  words: ["giftcards", "balances"],
  summary: "Fetch the balances of gift cards",
  about:
    "Stored cards are named by --id. Cards given by number and PIN come from a file, from standard input, or from a hidden prompt, never from the command line.",
  operation,
  arguments: {},
  flags: {
    id: listFlag("id of a stored gift card; may be repeated", { placeholder: "UUID" }),
    file: fileFlag("cards as NDJSON, JSON or CSV with number,pin or id"),
  },
  examples: [
    { command: "payctl giftcards balances --id GIFT_CARD_ID", about: "a stored card" },
    { command: "payctl giftcards balances --file cards.csv --dry-run", about: "see the requests of a file" },
  ],
  exitCodes: { 11: "the balance of some card could not be had" },
  run: async (context, { flags }) => {
    const results = await context.output.results(shapeOf(operation, columns));
    const cards = await collectCards(context, flags);
    const seen = { failed: 0 };
    const pages = balancePages(context, cards, seen);
    if (context.globals.dryRun) for await (const _ of pages);
    else await results.list(pages);
    if (seen.failed === 0) return undefined;
    await context.output.note(`${seen.failed} of ${cards.length} balances could not be had`);
    return exitCodes.partial;
  },
});

/** A failed balance is an answer all the same (decisions, gift card summary). */
function hasFailed(card: unknown): boolean {
  return typeof card === "object" && card !== null && "balance" in card && card.balance === null;
}

async function* balancePages(
  context: Context,
  cards: readonly Card[],
  seen: { failed: number },
): AsyncGenerator<ListPage> {
  const api = await context.api();
  for (let start = 0; start < cards.length; start += requestSize) {
    const answer = await api.call(operation, { body: { items: cards.slice(start, start + requestSize) } });
    if (!answer.sent) continue;
    for await (const page of wholeList(operation, answer)) {
      seen.failed += page.items.filter(hasFailed).length;
      yield page;
    }
  }
}
