import type { Answer, Api } from "../../client/api.ts";
import type { Context } from "../../context.ts";
import type { AnswerBody } from "../../contract/operation.ts";
import { operations } from "../../contract/operations.ts";
import { PartialError } from "../../errors.ts";
import { restArgument } from "../../terminal/arguments.ts";
import { fileFlag, listFlag } from "../../terminal/flags.ts";
import type { Column, ListPage, Results } from "../../terminal/output.ts";
import { isRecord } from "../../values/record.ts";
import { grouped } from "../../values/text.ts";
import { formatFlag } from "../bulk/bulk-flags.ts";
import { nameProblems } from "../bulk/result-row.ts";
import { inGroups } from "../bulk/run-bulk.ts";
import { showBulk } from "../bulk/show-bulk.ts";
import { type BulkTally, createTally, failureProblems, shareText, stopText } from "../bulk/tally.ts";
import { command } from "../command.ts";
import { answerShape } from "../result.ts";
import { wholeList } from "../show-list.ts";
import { type Card, collectCards } from "./collect-cards.ts";

const operation = operations.fetchGiftCardBalances;

const columns: readonly Column[] = [
  { title: "ID", field: "id" },
  { title: "BIN", field: "bin", goes: "first" },
  { title: "LAST 4", field: "last4" },
  { title: "BALANCE", field: "balance", kind: "number", currency: "currency" },
  { title: "CURRENCY", field: "currency", goes: "first" },
  { title: "EXPIRES", field: "expiration_date", kind: "time", goes: true },
  { title: "ERROR", field: "balance_error_code", shrinks: true, goes: "same" },
];

export const giftcardsBalances = command({
  about:
    "Name stored cards with --id. Cards given by number and PIN come from a file, from standard input with --format, or from a hidden prompt, never from the command line.",
  operation,
  arguments: { cards: restArgument("- reads cards from standard input; card numbers are refused here") },
  flags: {
    id: listFlag("id of a stored gift card; can be repeated", { placeholder: "UUID" }),
    file: fileFlag("cards as YAML, JSON, NDJSON or CSV with number,pin or id"),
    format: formatFlag,
  },
  examples: [
    { command: "payctl giftcards balances --id GIFT_CARD_ID", about: "a stored card" },
    { command: "payctl giftcards balances --file cards.csv --dry-run", about: "see the requests for a file" },
  ],
  exitCodes: { 11: "some balances could not be fetched" },
  run: async (context, { arguments: { cards: words }, flags }) => {
    const results = await context.output.results(answerShape(operation, columns));
    const cards = await collectCards(context, { ...flags, words });
    return fetchBalances(context, cards, results);
  },
});

/** The most items in one request, as set in the decisions. */
const requestSize = 10;
/** The list in the body that a refusal refers to by position. */
const list = "items";

/** What answers contained besides balances. */
interface Seen {
  /** Cards for which there was an error code, or no answer. */
  missing: number;
  /** Answers beyond the cards of their request. */
  surplus: number;
}

/** Shows the balances of all cards in their order; PartialError when some could not be fetched. */
async function fetchBalances(context: Context, cards: readonly Card[], results: Results): Promise<void> {
  const seen: Seen = { missing: 0, surplus: 0 };
  if (cards.length <= requestSize) {
    const answer = await askTogether(await context.api(), cards);
    if (answer.sent) await results.list(balancePages(answer, cards.length, seen));
    return checkBalances(context, cards, { tally: createTally(), seen });
  }
  // A request that fails affects only its own cards; one after the other, balances come in the order of their cards.
  const tally = await showBulk(context, {
    items: inGroups(cards, requestSize),
    concurrency: 1,
    noun: "gift cards",
    doing: "asked for",
    results,
    list,
    idsOf: (some) => some.map(nameOf),
    async work(api, some) {
      const answer = await ask(api, some, true);
      const shown: unknown[] = [];
      for await (const { items } of balancePages(answer, some.length, seen)) shown.push(...items);
      const { status } = answer;
      return {
        rows: some.map((card) => ({ id: nameOf(card), result: "asked", status, error: null })),
        shown,
      };
    },
  });
  return checkBalances(context, cards, { tally, seen });
}

/** A row shows why its balance is missing; the error lists the cards without one. */
async function checkBalances(
  { output }: Context,
  { length }: readonly Card[],
  { tally, seen }: { readonly tally: BulkTally; readonly seen: Seen },
): Promise<void> {
  const { counts, done, fatal } = tally;
  if (seen.surplus > 0) {
    const balances = seen.surplus === 1 ? "1 balance" : `${grouped(seen.surplus)} balances`;
    await output.note(`the service answered ${balances} more than it was asked for`);
  }
  if (fatal !== undefined && done === 0) throw fatal;
  const failed = seen.missing + (counts.get("failed") ?? 0) + (counts.get("skipped") ?? 0);
  if (failed === 0) return;
  const message = `${shareText(failed, length, "balances")} could not be fetched${stopText(tally)}`;
  throw new PartialError(message, { fields: failureProblems(tally), cause: fatal });
}

type Balances = Answer<AnswerBody<typeof operation>>;

/** One request that fails as a whole, and then names its cards. */
async function askTogether(api: Api, cards: readonly Card[]): Promise<Balances> {
  try {
    return await ask(api, cards, false);
  } catch (error) {
    throw nameProblems(error, { list, names: cards.map(nameOf) });
  }
}

function ask(api: Api, cards: readonly Card[], isOneOfMany: boolean): Promise<Balances> {
  return api.call(operation, { body: { [list]: [...cards] } }, { isOneOfMany });
}

/** The balances of an answer; none if nothing was sent. */
async function* balancePages(answer: Balances, asked: number, seen: Seen): AsyncGenerator<ListPage> {
  if (!answer.sent) return;
  for await (const page of wholeList(operation, answer)) {
    const { items } = page;
    // A failed balance is still an answer (decisions, gift card summary).
    const failed = items.slice(0, asked).filter((card) => isRecord(card) && card["balance"] === null);
    seen.missing += failed.length + Math.max(0, asked - items.length);
    seen.surplus += Math.max(0, items.length - asked);
    yield page;
  }
}

/** For a card given by its number, never more than the last four digits are shown. */
function nameOf(card: Card): string {
  return "id" in card ? card.id : `...${card.number.slice(-4)}`;
}
