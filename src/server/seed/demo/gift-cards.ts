import type { Seed } from "../seed.ts";
import { europe } from "./company.ts";
import { before, demoId } from "./identity.ts";

/** Every outcome: money left, nothing left, and each common reason why the balance can't be had. */
export function demoGiftCards(now: Date): NonNullable<Seed["gift_cards"]> {
  const nextYear = before(now, { days: -365 });
  const lastMonth = before(now, { days: 30 });
  return [
    {
      ...card("full", "6000000000000001"),
      stored: true,
      balance: 10_000,
      currency: "GBP",
      expiration_date: nextYear,
    },
    {
      ...card("used", "6000000000000002"),
      stored: true,
      balance: 2_350,
      currency: "GBP",
      expiration_date: nextYear,
      usage_count: 3,
      cit_usage_count: 2,
      last_used_at: before(now, { days: 4 }),
      cit_last_used_at: before(now, { days: 9 }),
    },
    {
      ...card("spent", "6000000000000003"),
      stored: true,
      balance: 0,
      currency: "USD",
      expiration_date: nextYear,
      usage_count: 5,
    },
    { ...card("unlimited", "6000000000000004"), balance: 5_000, currency: "EUR" },
    { ...card("long", "6000000000000000005"), balance: 7_500, currency: "GBP", expiration_date: nextYear },
    {
      ...card("expired", "6000000000000006"),
      stored: true,
      error_code: "expired_card",
      expiration_date: lastMonth,
    },
    { ...card("inactive", "6000000000000007"), stored: true, error_code: "inactive_card" },
    { ...card("currency", "6000000000000008"), error_code: "incorrect_currency", currency: "JPY" },
    { ...card("suspected", "6000000000000009"), error_code: "suspected_fraud" },
    { ...card("unreachable", "6000000000000010"), error_code: "service_network_error" },
    { ...card("europe", "6000000000000011"), merchant_account_id: europe, balance: 4_200, currency: "EUR" },
  ];
}

function card(name: string, number: string) {
  return { id: demoId(`gift card ${name}`), number, pin: "1234" };
}
