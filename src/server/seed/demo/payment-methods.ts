import type { Seed } from "../seed.ts";
import { buyerAccount, buyerId } from "./buyers.ts";
import { before, demoId } from "./identity.ts";
import { inTurn } from "./in-turn.ts";

const tokenStatuses = ["active", "suspended", "active", "inactive", "active", "deleted"] as const;
const paymentMethodCount = 24;

function paymentMethodId(index: number): string {
  return demoId(`payment method ${index}`);
}

/** One for each of the first buyers; every fifth card can no longer be used. */
export function demoPaymentMethods(): NonNullable<Seed["payment_methods"]> {
  return Array.from({ length: paymentMethodCount }, (_, index) => ({
    id: paymentMethodId(index),
    merchant_account_id: buyerAccount(index),
    kind: "card",
    status: index % 5 === 4 ? "inactive" : "active",
    buyer_id: buyerId(index),
  }));
}

/** Two for the first card, one for each of the others; every status occurs. */
export function demoNetworkTokens(now: Date): NonNullable<Seed["network_tokens"]> {
  return Array.from({ length: paymentMethodCount / 2 }, (_, index) => ({
    id: demoId(`network token ${index}`),
    payment_method_id: paymentMethodId(Math.max(0, index - 1)),
    status: inTurn(tokenStatuses, index),
    expiration_date: monthAndYear(now, index),
    token: `demo-network-token-${String(index).padStart(4, "0")}`,
    created_at: before(now, { days: 40 + index * 11 }),
    updated_at: before(now, { days: 2 + index * 3 }),
  }));
}

/** MM/YY, two years and some months ahead. */
function monthAndYear(now: Date, months: number): string {
  const month = (now.getUTCMonth() + months) % 12;
  const year = now.getUTCFullYear() + 2 + Math.floor((now.getUTCMonth() + months) / 12);
  return `${String(month + 1).padStart(2, "0")}/${String(year % 100).padStart(2, "0")}`;
}
