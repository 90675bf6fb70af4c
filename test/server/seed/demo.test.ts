import { expect, test } from "vitest";
import type { z } from "zod";
import { apiKeyPair } from "../../../src/contract/schemas/api-key-pairs.ts";
import { auditLog } from "../../../src/contract/schemas/audit-logs.ts";
import { buyer } from "../../../src/contract/schemas/buyers.ts";
import { flowRule } from "../../../src/contract/schemas/flow-rules.ts";
import { merchantAccount } from "../../../src/contract/schemas/merchant-accounts.ts";
import { networkToken } from "../../../src/contract/schemas/network-tokens.ts";
import { threeDsConfiguration } from "../../../src/contract/schemas/three-ds-configurations.ts";
import { demoSeed } from "../../../src/server/seed/demo.ts";
import { checkSeed } from "../../../src/server/seed/parse.ts";
import { readStoredList, type StoredList } from "../../../src/server/store/stored-lists.ts";
import { now, seededStore } from "../store/stores.ts";

const demo = demoSeed(now);

function count<Item>(items: readonly Item[] = [], name: (item: Item) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of items) counts[name(item)] = (counts[name(item)] ?? 0) + 1;
  return counts;
}

test("the demo is a seed without any problem", () => {
  expect(checkSeed(JSON.parse(JSON.stringify(demo))).problems).toEqual([]);
});

test("the demo has the same ids at every start", () => {
  const later = demoSeed(new Date("2040-01-01T00:00:00.000Z"));
  const ids = (seed: typeof demo) => Object.values(seed).map((list) => list?.map((entry) => entry.id));
  expect(ids(later)).toEqual(ids(demo));
  expect(demo.buyers?.[0]?.id).toBe("d9e940a7-05e0-8b86-85bc-cfc4e36ff070");
});

const answers: [StoredList, z.ZodType][] = [
  ["merchant_accounts", merchantAccount],
  ["api_key_pairs", apiKeyPair],
  ["buyers", buyer],
  ["network_tokens", networkToken],
  ["three_ds_configurations", threeDsConfiguration],
  ["flow_rules", flowRule],
  ["audit_logs", auditLog],
];

test.each(answers)("every answer of the demo's %s is one of the specification", async (list, schema) => {
  const store = await seededStore(demo);
  const rows = await readStoredList(store, list);
  expect(rows).toHaveLength(demo[list as keyof typeof demo]?.length ?? 0);
  for (const row of rows) expect(schema.safeParse(JSON.parse(row)).error).toBeUndefined();
});

test("the demo has buyers and audit logs in each account, most of them in the default one", () => {
  const accounts = (entry: { merchant_account_id?: string | undefined }) =>
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

test("the demo's audit logs lie in the thirty days before the start", () => {
  const times = (demo.audit_logs ?? []).map((log) => log.timestamp ?? "").toSorted();
  expect(times).toHaveLength(250);
  expect(times[0]?.slice(0, 10)).toBe("2031-04-06");
  expect(times.at(-1)).toBe("2031-05-06T07:05:09.000Z");
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
