import { expect, test } from "vitest";
import { id, seededStore } from "../stores.ts";

test("a stored gift card is found by id, every card by number, each in its account", async () => {
  const store = await seededStore({
    gift_cards: [
      { id: id(31), number: "6000000000000001", pin: "1", stored: true, balance: 5, currency: "GBP" },
      { id: id(32), number: "6000000000000002", pin: "2", error_code: "expired_card" },
    ],
  });
  const [stored, unstored, foreign, byNumber, foreignNumber] = await store.read(({ giftCards }) =>
    Promise.all([
      giftCards.findStored("default", id(31)),
      giftCards.findStored("default", id(32)),
      giftCards.findStored("other", id(31)),
      giftCards.findByNumber("default", "6000000000000002"),
      giftCards.findByNumber("other", "6000000000000002"),
    ]),
  );
  expect([unstored, foreign, foreignNumber]).toEqual([undefined, undefined, undefined]);
  expect(stored).toEqual({
    id: id(31),
    merchantAccountId: "default",
    number: "6000000000000001",
    pin: "1",
    stored: true,
    balance: 5,
    currency: "GBP",
    expirationDate: null,
    errorCode: null,
    usageCount: 0,
    citUsageCount: 0,
    lastUsedAt: null,
    citLastUsedAt: null,
  });
  expect(byNumber).toMatchObject({ id: id(32), stored: false, balance: null, errorCode: "expired_card" });
});
