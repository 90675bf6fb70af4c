import { expect, it } from "vitest";
import { entryOf, failure, id, openWorld } from "./world.ts";

const digital_wallets = [
  { id: id(400), provider: "apple", domain_names: ["Shop.example.com"] },
  { id: id(401), provider: "google" },
  { id: id(402), provider: "apple", merchant_account_id: "acme" },
];

function target(wallet = id(400)): string {
  return `/digital-wallets/${wallet}/domains`;
}

function domain(domain_name: unknown) {
  return { scopes: ["digital-wallets.write"], body: { domain_name } };
}

it("registerDomain answers an empty object and writes an audit entry", async () => {
  const { ask } = await openWorld({ digital_wallets });
  expect(await ask("POST", target(), domain("Pay.Example.com"))).toEqual({ status: 200, body: {} });
  expect((await ask("GET", "/audit-logs")).body.items).toEqual([
    entryOf("updated", { type: "digital-wallet", id: id(400), name: "pay.example.com" }),
  ]);
});

it.each(["shop.example.com", "SHOP.Example.COM"])(
  "registerDomain answers 409 for %s, which the wallet has",
  async (name) => {
    const { ask } = await openWorld({ digital_wallets });
    expect(await ask("POST", target(), domain(name))).toEqual(
      failure(409, "duplicate_record", "The digital wallet has this domain already", {
        resource_id: id(400),
      }),
    );
  },
);

it("registerDomain answers 409 for a domain that was registered a moment ago", async () => {
  const { ask } = await openWorld({ digital_wallets });
  await ask("POST", target(), domain("pay.example.com"));
  expect((await ask("POST", target(), domain("PAY.example.com"))).status).toBe(409);
});

it("registerDomain takes the same domain on another wallet", async () => {
  const { ask } = await openWorld({ digital_wallets });
  const options = { ...domain("shop.example.com"), account: "acme" };
  expect((await ask("POST", target(id(402)), options)).status).toBe(200);
});

it("registerDomain refuses a wallet of another provider", async () => {
  const { ask } = await openWorld({ digital_wallets });
  const { body, status } = await ask("POST", target(id(401)), domain("pay.example.com"));
  expect([status, body.message]).toEqual([400, "A digital wallet of the provider google accepts no domains"]);
});

it.each([id(402), id(999)])(
  "registerDomain answers 404 for the wallet %s, which is not in the account",
  async (wallet) => {
    const { ask } = await openWorld({ digital_wallets });
    expect((await ask("POST", target(wallet), domain("pay.example.com"))).status).toBe(404);
  },
);
