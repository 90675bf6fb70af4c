import fc from "fast-check";
import { expect, it } from "vitest";
import { parseSeed } from "../../../src/server/seed/parse.ts";
import { faithfully } from "../../helpers/faithful.ts";
import { startReference } from "../../helpers/server.ts";
import { shared } from "../../helpers/shared.ts";
import { thorough } from "../../helpers/thorough.ts";

const accounts = ["default", "acme"] as const;
const unknown = cardId(999);

function cardId(number: number): string {
  return `e0000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}

function cardNumber(number: number): string {
  return `6006490000000${String(number).padStart(3, "0")}`;
}

interface Card {
  readonly id: string;
  readonly merchant_account_id: string;
  readonly number: string;
  readonly pin: string;
  readonly stored: boolean;
  readonly balance?: number;
  readonly currency?: string;
  readonly error_code?: string;
}

/** Each number exists in both accounts, with a PIN and a balance of its own in each. */
const cards: readonly Card[] = Array.from({ length: 16 }, (_, index) => ({
  id: cardId(index),
  merchant_account_id: index % 2 === 0 ? "default" : "acme",
  number: cardNumber(Math.floor(index / 2)),
  pin: `000${index % 3}`,
  stored: index % 5 !== 0,
  ...(index % 4 === 3 ? { error_code: "expired_card" } : { balance: 100 * index, currency: "EUR" }),
}));

const seed = { merchant_accounts: [{ id: "acme", display_name: "Acme" }], gift_cards: cards };

type Item = { readonly id: string } | { readonly number: string; readonly pin: string };

const stored = fc
  .constantFrom(...cards.map(({ id }) => id), ...cards.map(({ id }) => id.toUpperCase()), unknown)
  .map((id): Item => ({ id }));
const direct = fc
  .record({ index: fc.nat({ max: 9 }), pin: fc.constantFrom("0000", "0001", "0002", "9") })
  .map(({ index, pin }): Item => ({ number: cardNumber(index), pin }));
const asked = fc.record({
  items: fc.array(fc.oneof({ weight: 1, arbitrary: stored }, { weight: 3, arbitrary: direct }), {
    minLength: 1,
    maxLength: 10,
  }),
  account: fc.constantFrom(undefined, ...accounts),
});

/** What the answer says about an item, in the simplest form; undefined for an unknown id. */
function summaryOf(item: Item, account: string): object | undefined {
  const own = cards.filter((card) => card.merchant_account_id === account);
  if ("id" in item) {
    const card = own.find(({ id, stored }) => stored && id === item.id.toLowerCase());
    return card && summaryOfCard(card);
  }
  const card = own.find(({ number, pin }) => number === item.number && pin === item.pin);
  if (card !== undefined) return summaryOfCard(card);
  const last4 = item.number.slice(-4);
  return { id: null, last4, balance: null, currency: null, balance_error_code: "invalid_gift_card" };
}

function summaryOfCard({ balance, currency, error_code, id, number, stored }: Card): object {
  return {
    id: stored ? id : null,
    last4: number.slice(-4),
    balance: balance ?? null,
    currency: currency ?? null,
    balance_error_code: error_code ?? null,
  };
}
const reference = await shared(startReference({ seed: await parseSeed(JSON.stringify(seed), "seed.json") }));

const ask = faithfully(reference);

it("balances are answered for each card in the order asked, or every id that is not stored in the account is named", async () => {
  await fc.assert(
    fc.asyncProperty(asked, async ({ account, items }) => {
      const sent = { method: "POST", target: "/gift-cards/balances", account, body: { items } };
      const { json: body, status } = await ask(sent);
      const wanted = items.map((item) => summaryOf(item, account ?? "default"));
      const missing = wanted.flatMap((summary, index) => (summary === undefined ? [`/items/${index}`] : []));
      if (missing.length > 0) {
        expect(status).toBe(404);
        expect(body.details.map(({ pointer }: { pointer: string }) => pointer)).toEqual(missing);
      } else {
        expect(status).toBe(200);
        expect(body.items).toEqual(wanted.map((summary) => expect.objectContaining(summary ?? {})));
      }
    }),
    { seed: 20260115, numRuns: thorough(50, 200) },
  );
});
