import { expect, test } from "vitest";
import { storedLists } from "../../../src/contract/control/words.ts";
import { id, seededStore, storedRows } from "./stores.ts";

test("stored lists show what a test wants to see, cards without their PIN", async () => {
  const store = await seededStore({
    payment_methods: [{ id: id(1) }],
    digital_wallets: [{ id: id(2), provider: "apple", domain_names: ["a.example"] }],
    gift_cards: [
      { id: id(3), number: "6000000000000001", pin: "4711", stored: true, balance: 5, currency: "GBP" },
    ],
  });
  expect(await storedRows(store, "payment_methods")).toEqual([
    { id: id(1), merchant_account_id: "default", kind: "card", status: "active", buyer_id: null },
  ]);
  expect(await storedRows(store, "digital_wallets")).toEqual([
    { id: id(2), merchant_account_id: "default", provider: "apple", domain_names: ["a.example"] },
  ]);
  expect(await storedRows(store, "gift_cards")).toEqual([
    {
      id: id(3),
      merchant_account_id: "default",
      number: "6000000000000001",
      stored: true,
      balance: 5,
      currency: "GBP",
      expiration_date: null,
      error_code: null,
      usage_count: 0,
      cit_usage_count: 0,
      last_used_at: null,
      cit_last_used_at: null,
    },
  ]);
});

test("each list is counted as it is read", async () => {
  const store = await seededStore({ buyers: [{ display_name: "Ada" }, { display_name: "Mary" }] });
  const counts = await store.read(({ lists }) => lists.count());
  const read = storedLists.map(async (list) => [list, (await storedRows(store, list)).length]);
  expect(counts).toEqual(Object.fromEntries(await Promise.all(read)));
  expect(counts.buyers).toBe(2);
});
