import { expect, it } from "vitest";
import { parseSeed } from "../../src/server/seed/parse.ts";
import { referenceUser } from "../../src/server/store/built-in.ts";
import { startReference } from "../helpers/server.ts";

const methodId = "70000000-0000-4000-8000-000000000001";
const tokenId = "70000000-0000-4000-8000-000000000002";
const seed = JSON.stringify({
  buyers: [{ display_name: "Ada Lovelace" }, { display_name: "Mary Somerville" }],
  payment_methods: [{ id: methodId, kind: "card", status: "active" }],
  network_tokens: [
    {
      id: tokenId,
      payment_method_id: methodId,
      status: "active",
      expiration_date: "12/30",
      token: "4111110000001111",
    },
  ],
});

const requests: readonly (readonly [method: string, path: string, body?: unknown])[] = [
  ["GET", "/buyers?limit=1"],
  ["POST", "/merchant-accounts", { id: "shop", display_name: "Shop" }],
  ["POST", "/account-updater/jobs", { payment_method_ids: [methodId] }],
  ["POST", `/payment-methods/${methodId}/network-tokens/${tokenId}/cryptogram`, { merchant_initiated: true }],
  ["GET", "/audit-logs"],
  ["GET", "/nowhere"],
];

/** Every answer whole: status, headers and body. */
async function answers(deterministic: number, meanwhile = 0): Promise<readonly unknown[]> {
  const reference = await startReference({ seed: await parseSeed(seed, "seed.json"), deterministic });
  const given: unknown[] = [];
  for (const [method, path, body] of requests) {
    for (let count = 0; count < meanwhile; count += 1) {
      await reference.request("GET", "/_reference/health", { token: null });
    }
    given.push(await reference.request(method, path, body === undefined ? {} : { body }));
  }
  await reference.close();
  return given;
}

it("a deterministic server gives the same answers to the same requests, no matter who looks at its health in between", async () => {
  expect(await answers(1)).toEqual(await answers(1, 2));
});

it("a deterministic server gives other ids and cryptograms for another number", async () => {
  const [one, two] = [JSON.stringify(await answers(1)), JSON.stringify(await answers(2))];
  const ids = (text: string): readonly string[] =>
    text.match(/[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}/g) ?? [];
  const fixed = [methodId, tokenId, "ad000000-0000-4000-8000-000000000001", referenceUser.id];
  expect(ids(one).length).toBeGreaterThan(8);
  expect(ids(one).filter((id) => ids(two).includes(id) && !fixed.includes(id))).toEqual([]);
});
