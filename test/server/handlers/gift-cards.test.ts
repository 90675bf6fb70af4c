import { expect, it } from "vitest";
import { failure, id, openWorld } from "./world.ts";

const at = "2026-02-03T04:05:06.000Z";

const stored = {
  id: id(500),
  stored: true,
  number: "1234567890123456",
  pin: "0007",
  balance: 2550,
  currency: "EUR",
  expiration_date: "2027-12-31T00:00:00.000Z",
  usage_count: 3,
  cit_usage_count: 2,
  last_used_at: at,
  cit_last_used_at: at,
};

const gift_cards = [
  stored,
  { id: id(501), stored: false, number: "6000000000000000001", pin: "1", balance: 0, currency: "USD" },
  { id: id(502), stored: true, number: "6000000000000002", pin: "2", error_code: "expired_card" },
  {
    id: id(503),
    merchant_account_id: "acme",
    stored: true,
    number: "6000000000000003",
    pin: "3",
    balance: 5,
    currency: "EUR",
  },
];

const wholeSummary = {
  type: "gift-card",
  id: id(500),
  merchant_account_id: "default",
  bin: "123456",
  sub_bin: "789",
  last4: "3456",
  usage_count: 3,
  cit_usage_count: 2,
  currency: "EUR",
  expiration_date: "2027-12-31T00:00:00.000Z",
  balance: 2550,
  balance_error_code: null,
  balance_raw_error_code: null,
  balance_raw_error_message: null,
  last_used_at: at,
  cit_last_used_at: at,
};

const invalidSummary = {
  type: "gift-card",
  id: null,
  merchant_account_id: "default",
  bin: "123456",
  sub_bin: "789",
  last4: "3456",
  usage_count: 0,
  cit_usage_count: 0,
  currency: null,
  expiration_date: null,
  balance: null,
  balance_error_code: "invalid_gift_card",
  balance_raw_error_code: "INVALID_GIFT_CARD",
  balance_raw_error_message: "Invalid gift card",
  last_used_at: null,
  cit_last_used_at: null,
};

const target = "/gift-cards/balances";

function cards(...items: unknown[]) {
  return { scopes: ["gift-cards.read"], body: { items } };
}

async function balances(...items: unknown[]) {
  const { ask } = await openWorld({ gift_cards });
  return ask("POST", target, cards(...items));
}

it("fetchGiftCardBalances answers a stored card by its id and by its number alike", async () => {
  const answer = await balances({ id: id(500) }, { number: "1234567890123456", pin: "0007" });
  expect(answer).toEqual({ status: 200, body: { items: [wholeSummary, wholeSummary] } });
});

it("fetchGiftCardBalances answers a card that is not stored without an id", async () => {
  const { body } = await balances({ number: "6000000000000000001", pin: "1" });
  expect(body.items).toEqual([
    {
      ...wholeSummary,
      id: null,
      bin: "600000",
      sub_bin: "000",
      last4: "0001",
      usage_count: 0,
      cit_usage_count: 0,
      currency: "USD",
      expiration_date: null,
      balance: 0,
      last_used_at: null,
      cit_last_used_at: null,
    },
  ]);
});

it("fetchGiftCardBalances answers 200 with the three error fields when a balance can't be fetched", async () => {
  const { body, status } = await balances({ id: id(502) });
  expect(status).toBe(200);
  expect(body.items[0]).toMatchObject({
    id: id(502),
    balance: null,
    balance_error_code: "expired_card",
    balance_raw_error_code: "EXPIRED_CARD",
    balance_raw_error_message: "Expired card",
  });
});

it.each([
  ["an unknown number", "1234567890003456", "0007"],
  ["a wrong PIN", "1234567890123456", "0008"],
])(
  "fetchGiftCardBalances answers %s as an invalid card and reveals nothing about the card",
  async (_, number, pin) => {
    const { body, status } = await balances({ number, pin });
    expect([status, body.items]).toEqual([200, [invalidSummary]]);
  },
);

it("fetchGiftCardBalances keeps the order of the request", async () => {
  const { body } = await balances(
    { number: "6000000000000000001", pin: "1" },
    { id: id(502) },
    { number: "9999999999999999", pin: "9" },
    { id: id(500) },
  );
  expect(body.items.map((item: { last4: string }) => item.last4)).toEqual(["0001", "0002", "9999", "3456"]);
});

it("fetchGiftCardBalances answers 404 and points at each item whose id is not stored in the account", async () => {
  const unknown = { location: "body", message: "No stored gift card has this id", type: "not_found" };
  expect(await balances({ id: id(999) }, { id: id(500) }, { id: id(501) }, { id: id(503) })).toEqual(
    failure(404, "not_found", "The resource could not be found", {
      details: [
        { ...unknown, pointer: "/items/0" },
        { ...unknown, pointer: "/items/2" },
        { ...unknown, pointer: "/items/3" },
      ],
    }),
  );
});

it("fetchGiftCardBalances knows a card in its own account only, even one with the number of another", async () => {
  const other = { ...stored, id: id(504), merchant_account_id: "acme", balance: 7 };
  const { ask } = await openWorld({ gift_cards: [...gift_cards, other] });
  const items = [
    { number: "6000000000000003", pin: "3" },
    { number: stored.number, pin: stored.pin },
  ];
  const here = await ask("POST", target, cards(...items));
  const there = await ask("POST", target, { ...cards(...items), account: "acme" });
  expect(here.body.items).toMatchObject([{ balance_error_code: "invalid_gift_card" }, { balance: 2550 }]);
  expect(there.body.items).toMatchObject([
    { id: id(503), balance: 5 },
    { id: id(504), balance: 7 },
  ]);
});

it("fetchGiftCardBalances writes no audit entry", async () => {
  const { ask } = await openWorld({ gift_cards });
  await ask("POST", target, cards({ id: id(500) }));
  expect((await ask("GET", "/audit-logs")).body.items).toEqual([]);
});

it("fetchGiftCardBalances repeats neither number nor PIN in a refusal", async () => {
  const { body } = await balances({ number: "98765432109876543210", pin: "" }, { number: "12", pin: 7777 });
  expect(JSON.stringify(body)).not.toMatch(/9876543|7777/);
});
