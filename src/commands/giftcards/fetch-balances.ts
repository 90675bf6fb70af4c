import type { Context } from "../../context.ts";
import { PartialError } from "../../errors.ts";
import type { Results } from "../../terminal/output.ts";
import { inGroups } from "../bulk/run-bulk.ts";
import { showBulk } from "../bulk/show-bulk.ts";
import { createTally, shareText, type Tally } from "../bulk/tally.ts";
import { askTogether, balanceBulk, balancePages } from "./balance-requests.ts";
import type { Card } from "./collect-cards.ts";

/** What one request takes; the decisions set it. */
const requestSize = 10;

/** Shows the balances of all cards in their order; PartialError when some could not be had. */
export async function fetchBalances(
  context: Context,
  cards: readonly Card[],
  results: Results,
): Promise<undefined> {
  const api = await context.api();
  const missing = { count: 0 };
  if (cards.length <= requestSize) {
    const answer = await askTogether(api, cards);
    if (answer.sent) await results.list(balancePages(answer, missing));
    return checkBalances(createTally(), cards, missing.count);
  }
  // A request that fails takes its own cards along and no others.
  const tally = await showBulk(context, {
    bulk: balanceBulk(inGroups(cards, requestSize), { api, missing }),
    doing: "asked for",
    results,
  });
  return checkBalances(tally, cards, missing.count);
}

/** A balance that the service could not tell shows why in its row; the error tells of the cards without one. */
function checkBalances(tally: Tally, { length }: readonly Card[], missing: number): undefined {
  const { counts, done, failures, fatal } = tally;
  if (fatal !== undefined && done === 0) throw fatal;
  const failed = missing + (counts.get("failed") ?? 0) + (counts.get("skipped") ?? 0);
  if (failed === 0) return undefined;
  const reason = fatal === undefined ? "" : `; stopped early, because ${fatal.message}`;
  throw new PartialError(`${shareText(failed, length, "balances")} could not be had${reason}`, {
    fields: failures,
    cause: fatal,
  });
}
