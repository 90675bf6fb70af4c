import type { Answer, Api } from "../../client/api.ts";
import type { Output } from "../../contract/operation.ts";
import { operations } from "../../contract/operations.ts";
import type { ListPage } from "../../terminal/output.ts";
import { failedRows, nameProblems, type SentList, skippedRow } from "../bulk/result-row.ts";
import type { Bulk } from "../bulk/run-bulk.ts";
import { wholeList } from "../whole-list.ts";
import type { Card } from "./collect-cards.ts";

const operation = operations.fetchGiftCardBalances;

type Balances = Answer<Output<typeof operation>>;

/** Balances that the service answered and could not tell. */
interface Missing {
  count: number;
}

/** One request that fails as a whole, and then names its cards. */
export async function askTogether(api: Api, cards: readonly Card[]): Promise<Balances> {
  try {
    return await ask(api, cards);
  } catch (error) {
    throw nameProblems(error, sent(cards));
  }
}

function ask(api: Api, cards: readonly Card[]): Promise<Balances> {
  return api.call(operation, { body: { items: [...cards] } }, { sharesToken: true });
}

/** Requests one after the other, so that balances come in the order of their cards. */
export function balanceBulk(
  requests: readonly (readonly Card[])[],
  { api, missing }: { readonly api: Api; readonly missing: Missing },
): Bulk<readonly Card[]> {
  return {
    items: requests,
    concurrency: 1,
    idsOf: (cards) => cards.map(nameOf),
    async work(cards) {
      const answer = await ask(api, cards);
      const shown: unknown[] = [];
      for await (const { items } of balancePages(answer, missing)) shown.push(...items);
      const { status } = answer;
      return {
        rows: cards.map((card) => ({ id: nameOf(card), result: "asked", status, error: null })),
        shown,
      };
    },
    failed: (cards, error) => ({ rows: failedRows(sent(cards), error), shown: [] }),
    skipped: (cards) => ({ rows: cards.map((card) => skippedRow(nameOf(card))), shown: [] }),
  };
}

function sent(cards: readonly Card[]): SentList {
  return { list: "items", names: cards.map(nameOf) };
}

/** The cards of an answer; none where nothing was sent. */
export async function* balancePages(answer: Balances, missing: Missing): AsyncGenerator<ListPage> {
  if (!answer.sent) return;
  for await (const page of wholeList(operation, answer)) {
    missing.count += page.items.filter(hasFailed).length;
    yield page;
  }
}

/** A failed balance is an answer all the same (decisions, gift card summary). */
function hasFailed(card: unknown): boolean {
  return typeof card === "object" && card !== null && "balance" in card && card.balance === null;
}

/** Of a card that is given by its number, no more than the last four digits are ever said. */
function nameOf(card: Card): string {
  return "id" in card ? card.id : `...${card.number.slice(-4)}`;
}
