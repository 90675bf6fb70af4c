import { describe, expect, it } from "vitest";
import { id, openWorld } from "./world.ts";

const acme = { merchant_account_id: "acme" };

const lists = {
  payment_methods: [{ id: id(300), kind: "card", status: "active", ...acme }],
  network_tokens: [
    { id: id(310), payment_method_id: id(300), status: "active", expiration_date: "12/27", token: "4000" },
  ],
  digital_wallets: [{ id: id(400), provider: "apple", ...acme }],
  gift_cards: [
    { id: id(500), stored: true, number: "1".repeat(16), pin: "1", balance: 1, currency: "EUR", ...acme },
  ],
};

const token = `/payment-methods/${id(300)}/network-tokens/${id(310)}`;

// Each is about something of the account `acme`.
const calls: readonly { readonly target: string; readonly body?: unknown }[] = [
  { target: `${token}/suspend` },
  { target: `${token}/resume` },
  { target: `${token}/cryptogram`, body: { merchant_initiated: false } },
  { target: `/digital-wallets/${id(400)}/domains`, body: { domain_name: "shop.example.com" } },
  { target: "/gift-cards/balances", body: { items: [{ id: id(500) }] } },
  { target: "/account-updater/jobs", body: { payment_method_ids: [id(300)] } },
];

describe.each(calls)("POST $target", ({ body, target }) => {
  it.each([
    { as: "acmeOnly" },
    { as: "acmeAndDefault" },
    { as: "admin", account: "acme" },
    { as: "acmeAndDefault", account: "acme" },
  ] as const)(`succeeds in the account of the resource for %j`, async (caller) => {
    const { ask } = await openWorld(lists);
    expect((await ask("POST", target, { body, ...caller })).status).toBeLessThan(300);
  });

  it(`is answered 404, not 403, in another account that the key pair may use`, async () => {
    const { ask } = await openWorld(lists);
    expect((await ask("POST", target, { body })).status).toBe(404);
    expect((await ask("POST", target, { body, as: "acmeAndDefault", account: "default" })).status).toBe(404);
  });

  it(`is answered 403 when the header names an account that the key pair may not use`, async () => {
    const { ask } = await openWorld(lists);
    expect((await ask("POST", target, { body, as: "acmeOnly", account: "default" })).status).toBe(403);
    expect((await ask("POST", target, { body, as: "acmeOnly", account: "nowhere" })).status).toBe(403);
  });

  it(`is answered 404 for an unrestricted key pair whose header names no account`, async () => {
    const { ask } = await openWorld(lists);
    expect((await ask("POST", target, { body, account: "nowhere" })).status).toBe(404);
  });
});
