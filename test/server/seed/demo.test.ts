import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { storedRows as rowSchemas } from "../../../src/contract/control/schemas/data.ts";
import { storedLists } from "../../../src/contract/control/words.ts";
import demo from "../../../src/server/seed/demo.yaml";
import { parseSeed } from "../../../src/server/seed/parse.ts";
import { seededStore, storedRows } from "../store/stores.ts";

function count<Item>(items: readonly Item[] = [], name: (item: Item) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of items) counts[name(item)] = (counts[name(item)] ?? 0) + 1;
  return counts;
}

const text = readFileSync(new URL("../../../src/server/seed/demo.yaml", import.meta.url), "utf8");

test("the demo is a document as users write them, and the server starts as with any other", async () => {
  const written = await seededStore(await parseSeed(text, "demo.yaml"));
  const bundled = await seededStore(demo);
  for (const list of storedLists) {
    expect(await storedRows(written, list)).toEqual(await storedRows(bundled, list));
  }
});

test("every entry of the demo names its id, so that all are the same at every start", () => {
  const ids = Object.values(demo).flatMap((list) =>
    Array.isArray(list) ? list.map((entry) => entry.id) : [],
  );
  expect(ids).toHaveLength(395);
  expect(ids).not.toContain(undefined);
  expect(demo.buyers?.[0]?.id).toBe("d9e940a7-05e0-8b86-85bc-cfc4e36ff070");
  expect(demo.audit_logs?.at(-1)?.id).toBe("493629e1-24dd-8f23-8d81-4311088ebdb9");
});

test("every time of the demo is counted from the start", () => {
  const times = text.match(/(?:_at|timestamp|expiration_date): [^,\s]+/g) ?? [];
  expect(times.length).toBeGreaterThan(400);
  expect(times.filter((time) => !/: [+-]\d\w+$/.test(time))).toEqual([]);
});

test("the demo holds public keys alone", () => {
  expect(text.match(/BEGIN [A-Z ]+/g)).toEqual(Array.from({ length: 5 }, () => "BEGIN PUBLIC KEY"));
});

test.each(storedLists)(
  "every row of the demo's %s is as the specification or our own types describe it",
  async (list) => {
    const store = await seededStore(demo);
    const rows = await store.read(({ lists }) => lists.read(list));
    expect(rows.length).toBeGreaterThanOrEqual(demo[list]?.length ?? 0);
    for (const row of rows) expect(rowSchemas.shape[list].safeParse(JSON.parse(row)).error).toBeUndefined();
  },
);

test("the demo has buyers and audit logs in each account, most of them in the default one", () => {
  const accounts = (entry: { merchant_account_id?: string | null | undefined }) =>
    entry.merchant_account_id ?? "default";
  expect(count(demo.buyers, accounts)).toEqual({
    default: 46,
    "difference-europe": 7,
    "difference-america": 7,
  });
  expect(count(demo.audit_logs, accounts)).toEqual({
    default: 179,
    "difference-europe": 36,
    "difference-america": 35,
  });
});

test("the demo's audit logs lie in the thirty days before the start", async () => {
  const times = (await storedRows(await seededStore(demo), "audit_logs")).map((log) => log.timestamp);
  expect(times).toHaveLength(250);
  expect(times[0]).toBe("2031-05-06T07:05:09.000Z");
  expect(times.at(-1)).toBe("2031-04-06T09:14:09.000Z");
  expect(new Set(times.map((time) => time.slice(0, 10))).size).toBe(31);
});

test("the demo has every outcome to try out", () => {
  expect({
    tokens: count(demo.network_tokens, (token) => token.status ?? ""),
    methods: count(demo.payment_methods, (method) => method.status ?? ""),
    cards: count(demo.gift_cards, (card) => card.error_code ?? "ok"),
    rules: count(demo.flow_rules, (rule) => `${rule.flow} ${rule.action}`),
    wallets: count(demo.digital_wallets, (wallet) => wallet.provider),
    currencies: count(demo.three_ds_configurations, (one) => String(one.currency)),
  }).toEqual({
    tokens: { active: 6, suspended: 2, inactive: 2, deleted: 2 },
    methods: { active: 20, inactive: 4 },
    cards: {
      ok: 6,
      expired_card: 1,
      inactive_card: 1,
      incorrect_currency: 1,
      suspected_fraud: 1,
      service_network_error: 1,
    },
    rules: {
      "checkout select-payment-options": 4,
      "card-transaction route-transaction": 3,
      "card-transaction skip-3ds": 2,
      "card-transaction decline-early": 1,
      "non-card-transaction decline-early": 1,
      "redirect-transaction route-transaction": 2,
    },
    wallets: { apple: 2, google: 1 },
    currencies: { GBP: 2, EUR: 2, USD: 1, null: 2 },
  });
});
