import { expect, test } from "vitest";
import type { StoredList } from "../../../src/contract/control/words.ts";
import { applySeed } from "../../../src/server/seed/apply.ts";
import { parseSeed } from "../../../src/server/seed/parse.ts";
import { withTimes } from "../../../src/server/seed/times.ts";
import { newPublicKey } from "../store/public-keys.ts";
import { id, now, openTestStore, seededStore } from "../store/stores.ts";

/** The rows of a list after a document, which users write as text. */
async function storedAfter(document: unknown, list: StoredList) {
  const store = await seededStore(await parseSeed(JSON.stringify(document), "seed.json"));
  return (await store.read(({ lists }) => lists.read(list))).map((row) => JSON.parse(row));
}

test.each([
  ["-12d", "2031-04-24T07:08:09.000Z"],
  ["-3d4h12m", "2031-05-03T02:56:09.000Z"],
  ["-26h", "2031-05-05T05:08:09.000Z"],
  ["+90m", "2031-05-06T08:38:09.000Z"],
  ["+1d30s", "2031-05-07T07:08:39.000Z"],
  ["-0m", "2031-05-06T07:08:09.000Z"],
  ["2031-01-01T00:00:00.000Z", "2031-01-01T00:00:00.000Z"],
])("the time %s is %s at the start of the test", (text, time) => {
  expect(withTimes({ created_at: text }, now, "buyers.0")).toEqual({ created_at: time });
});

test.each([
  ["+0mo", "05/31"],
  ["+7mo", "12/31"],
  ["+8mo", "01/32"],
  ["-5mo", "12/30"],
  ["12/30", "12/30"],
])("the month %s is %s at the start of the test", (text, month) => {
  expect(withTimes({ expiration_date: text }, now, "network_tokens.0")).toEqual({ expiration_date: month });
});

test("every field with a time may be counted from the start", async () => {
  const times = { created_at: "-2d", updated_at: "-1d" };
  const stored = { created_at: "2031-05-04T07:08:09.000Z", updated_at: "2031-05-05T07:08:09.000Z" };
  const card = { number: "6000000000000001", pin: "1", balance: 1, currency: "GBP" };
  const document = {
    merchant_accounts: [{ id: "eu", display_name: "Europe", ...times }],
    api_key_pairs: [{ display_name: "Key", public_key: newPublicKey().pem, ...times, last_used_at: "-1h" }],
    buyers: [times],
    payment_methods: [{ id: id(5) }],
    network_tokens: [{ payment_method_id: id(5), expiration_date: "+8mo", token: "t", ...times }],
    gift_cards: [{ ...card, expiration_date: "+1d", last_used_at: "-1h", cit_last_used_at: "-2h" }],
    three_ds_configurations: [
      {
        scheme: "visa",
        merchant_name: "Shop",
        merchant_acquirer_bin: "400000",
        merchant_acquirer_id: "1",
        merchant_country_code: "DE",
        merchant_category_code: "5411",
        merchant_url: "https://shop.example",
        ...times,
      },
    ],
    flow_rules: [
      { flow: "card-transaction", action: "skip-3ds", outcome: { type: "boolean", result: true }, ...times },
    ],
    audit_logs: [
      {
        timestamp: "-5m",
        action: "created",
        resource: { type: "buyer", id: "x" },
        user: { id: id(1), name: "Ada", email_address: "ada@example.com" },
      },
    ],
  };
  const stores = (list: StoredList) => storedAfter(document, list);
  expect((await stores("merchant_accounts")).find((account) => account.id === "eu")).toMatchObject(stored);
  expect(await stores("api_key_pairs")).toMatchObject([
    { ...stored, last_used_at: "2031-05-06T06:08:09.000Z" },
  ]);
  expect(await stores("buyers")).toMatchObject([stored]);
  expect(await stores("network_tokens")).toMatchObject([{ ...stored, expiration_date: "01/32" }]);
  expect(await stores("gift_cards")).toMatchObject([
    {
      expiration_date: "2031-05-07T07:08:09.000Z",
      last_used_at: "2031-05-06T06:08:09.000Z",
      cit_last_used_at: "2031-05-06T05:08:09.000Z",
    },
  ]);
  expect(await stores("three_ds_configurations")).toMatchObject([stored]);
  expect(await stores("flow_rules")).toMatchObject([stored]);
  expect(await stores("audit_logs")).toMatchObject([{ timestamp: "2031-05-06T07:03:09.000Z" }]);
});

test.each(["12d", "-12", "-d", "-", "-12 d", "-4h3d", "-1.5d", "-123456d", "+18mo", "-1w"])(
  "%s is not a time",
  async (text) => {
    await expect(parseSeed(JSON.stringify({ buyers: [{ created_at: text }] }), "x")).rejects.toMatchObject({
      fields: [
        {
          field: "buyers.0.created_at",
          message: "must be a time as in 2026-01-31T12:00:00Z, or one from the start as in -12d or +3h30m",
        },
      ],
    });
  },
);

test.each(["+18m", "-3d", "18mo", "+mo", "+1y", "1/30"])("%s is not a month", async (text) => {
  const token = { payment_method_id: id(5), expiration_date: text, token: "t" };
  const document = { payment_methods: [{ id: id(5) }], network_tokens: [token] };
  await expect(parseSeed(JSON.stringify(document), "x")).rejects.toMatchObject({
    fields: [
      {
        field: "network_tokens.0.expiration_date",
        message: "must be a month as in 12/30, or one from the start as in +18mo",
      },
    ],
  });
});

test("a time that leaves the years of four digits is named, and nothing is changed", async () => {
  const store = await openTestStore();
  const late = { ...store, now: () => new Date("9999-12-31T00:00:00.000Z") };
  const seed = { buyers: [{}, { created_at: "-1d", updated_at: "+1d" }] };
  await expect(applySeed(late, seed)).rejects.toMatchObject({
    message: "a time of the seed is too far from the start",
    fields: [{ field: "buyers.1.updated_at", message: "must be in the years 0000 to 9999 in UTC" }],
    exitCode: 2,
  });
  expect(await store.read(({ lists }) => lists.read("buyers"))).toEqual([]);
});
