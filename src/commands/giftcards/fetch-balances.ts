import { showBulk } from "../../bulk/show-bulk.ts";
import type { Api } from "../../client/api.ts";
import type { Context } from "../../context.ts";
import type { ListPage, Results } from "../../terminal/output.ts";
import { askForBalances, balanceBulk, balancePages } from "./balance-requests.ts";
import type { Card } from "./collect-cards.ts";

/** What one request takes; the decisions set it. */
const requestSize = 10;

/** Shows the balances of all cards in their order; resolves to the number of those that could not be had. */
export async function fetchBalances(
  context: Context,
  cards: readonly Card[],
  results: Results,
): Promise<number> {
  const api = await context.api();
  const show = async (pages: AsyncIterable<ListPage>): Promise<void> => {
    // What is seen under --dry-run are the requests, which show themselves.
    if (context.globals.dryRun) for await (const _ of pages);
    else await results.list(pages);
  };
  const missing = { count: 0 };
  if (cards.length > requestSize) return fetchMany(context, { api, cards, show });
  // One request is an ordinary call, which fails as one.
  await show(balancePages(await askForBalances(api, cards), missing));
  return missing.count;
}

interface Many {
  readonly api: Api;
  readonly cards: readonly Card[];
  show(pages: AsyncIterable<ListPage>): Promise<void>;
}

/** A request that fails takes its own cards along and no others. */
async function fetchMany(context: Context, { api, cards, show }: Many): Promise<number> {
  const missing = { count: 0 };
  const { note } = context.output;
  const tally = await showBulk(context, {
    bulk: balanceBulk(split(cards), { api, missing, note }),
    doing: "asked for",
    show,
  });
  if (tally.fatal !== undefined && tally.done === 0) throw tally.fatal;
  return missing.count + (tally.counts.get("failed") ?? 0) + (tally.counts.get("skipped") ?? 0);
}

function split(cards: readonly Card[]): readonly (readonly Card[])[] {
  const count = Math.ceil(cards.length / requestSize);
  return Array.from({ length: count }, (_, index) => {
    return cards.slice(index * requestSize, (index + 1) * requestSize);
  });
}
