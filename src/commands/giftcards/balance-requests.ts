import { errorWords, failedRow, skippedRow } from "../../bulk/failed-row.ts";
import type { Bulk, Finished } from "../../bulk/run-bulk.ts";
import type { Answer, Api } from "../../client/api.ts";
import type { Output } from "../../contract/operation.ts";
import { operations } from "../../contract/operations.ts";
import { PayctlError } from "../../errors.ts";
import type { ListPage } from "../../terminal/output.ts";
import { wholeList } from "../whole-list.ts";
import type { Card } from "./collect-cards.ts";

const operation = operations.fetchGiftCardBalances;

type Balances = Answer<Output<typeof operation>>;

/** Balances that the service answered and could not tell. */
interface Missing {
  count: number;
}

interface Asking {
  readonly api: Api;
  readonly missing: Missing;
  note(text: string): Promise<void>;
}

export async function askForBalances(api: Api, cards: readonly Card[]): Promise<Balances> {
  return api.call(operation, { body: { items: [...cards] } }, { sharesToken: true });
}

/** Requests one after the other, so that balances come in the order of their cards. */
export function balanceBulk(requests: readonly (readonly Card[])[], asking: Asking): Bulk<readonly Card[]> {
  return {
    items: requests,
    concurrency: 1,
    idsOf: (cards) => cards.map(nameOf),
    work: (cards) => ask(cards, asking),
    failed: (cards, error) => ({ rows: cards.map((card) => failedRow(nameOf(card), error)), shown: [] }),
    skipped: (cards) => ({ rows: cards.map((card) => skippedRow(nameOf(card))), shown: [] }),
  };
}

async function ask(cards: readonly Card[], { api, missing, note }: Asking): Promise<Finished> {
  try {
    const answer = await askForBalances(api, cards);
    const shown: unknown[] = [];
    for await (const { items } of balancePages(answer, missing)) shown.push(...items);
    const { status } = answer;
    return { rows: cards.map((card) => ({ id: nameOf(card), result: "asked", status, error: null })), shown };
  } catch (error) {
    if (error instanceof PayctlError) {
      await note(`no balances of ${cards.map(nameOf).join(", ")}: ${errorWords(error)}`);
    }
    throw error;
  }
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
