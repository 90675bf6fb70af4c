import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Exchange } from "../../../src/contract/exchange.ts";
import { foreignFiles } from "../../helpers/foreign-files.ts";
import { run } from "../../helpers/run.ts";
import { startReference } from "../../helpers/server.ts";
import { shared } from "../../helpers/shared.ts";

const reference = await shared(startReference());

/** A service that knows every card. */
const knowing: Exchange = async ({ body }) => {
  const { items } = JSON.parse(Buffer.from(body ?? []).toString());
  const balances = items.map(() => ({ type: "gift-card", id: randomUUID(), balance: 100, currency: "EUR" }));
  return { status: 200, headers: {}, body: JSON.stringify({ items: balances }) };
};

const direct = fc.record({
  number: fc.stringMatching(/^[1-9][0-9]{15}$/),
  pin: fc.stringMatching(/^[1-9][0-9]{3}$/),
});
const stored = fc.record({ id: fc.uuid() });
const cards = fc.array(fc.oneof(direct, stored), { minLength: 1, maxLength: 23 });
const { bytes, ending } = foreignFiles(cards);

it("a file of gift cards from anywhere is refused, or the balance of each of its cards is asked for once", async () => {
  let sentFiles = 0;
  await fc.assert(
    fc.asyncProperty(bytes, ending, async (content, name) => {
      const ran = await run(`giftcards balances -f cards.${name} -o ndjson --quiet`, {
        reference,
        exchange: knowing,
        alter: (host) => ({ ...host, readFile: async () => content }),
      });
      const sent = ran.requests.flatMap(({ body }) => JSON.parse(Buffer.from(body ?? []).toString()).items);
      expect(ran.code).toBe(sent.length === 0 ? 2 : 0);
      expect(ran.stdout.split("\n").length - 1).toBe(sent.length);
      if (sent.length === 0) return;
      sentFiles += 1;
      const text = content.toString();
      const given = (card: { id?: string; number?: string }) => card.id ?? card.number ?? "";
      // As often as it is in the file, and in its order.
      const places = sent.map(given).map((word) => text.split(word).length - 1);
      expect(places).toEqual(
        sent.map(given).map((word) => sent.filter((card) => given(card) === word).length),
      );
    }),
    { numRuns: 200 },
  );
  expect(sentFiles).toBeGreaterThan(0);
});

it("a file of gift cards from anywhere is refused without a card in it, where someone could be asked for one too", async () => {
  const ran = await run("giftcards balances -f cards.json", {
    reference,
    terminal: 80,
    files: { "cards.json": "[]" },
  });
  expect(ran).toMatchObject({ code: 2, requests: [] });
  expect(ran.stderr).toContain("no gift card was given\n");
});
