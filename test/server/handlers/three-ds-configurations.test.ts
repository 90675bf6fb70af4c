import { expect, it } from "vitest";
import { id, openWorld } from "./world.ts";

function configuration(number: number, currency: string | null, account = "default") {
  const at = `2026-01-01T00:00:0${number % 10}.000Z`;
  return {
    id: id(number),
    merchant_account_id: account,
    merchant_acquirer_bin: "40000000002",
    merchant_acquirer_id: "acquirer-1",
    merchant_name: "Demo Shop",
    merchant_country_code: "826",
    merchant_category_code: "5999",
    merchant_url: "https://shop.example.com",
    scheme: "visa",
    currency,
    metadata: { region: "emea" },
    created_at: at,
    updated_at: at,
  };
}

const three_ds_configurations = [
  configuration(601, "EUR"),
  configuration(602, null),
  configuration(603, "USD"),
  configuration(604, "EUR", "acme"),
];

function target(account: string, query = ""): string {
  return `/merchant-accounts/${account}/three-ds-configurations${query}`;
}

const read = { scopes: ["merchant-accounts.read"] };

it("listThreeDsConfigurations answers all configurations of the account that the path names", async () => {
  const { ask } = await openWorld({ three_ds_configurations });
  expect(await ask("GET", target("acme"), read)).toEqual({
    status: 200,
    body: {
      items: [{ type: "merchant-account.three-ds-configuration", ...configuration(604, "EUR", "acme") }],
    },
  });
});

it("listThreeDsConfigurations answers an object where a configuration has no metadata", async () => {
  const { metadata: _, ...plain } = configuration(605, "EUR", "acme");
  const { ask } = await openWorld({ three_ds_configurations: [plain] });
  expect((await ask("GET", target("acme"), read)).body.items[0].metadata).toEqual({});
});

it("listThreeDsConfigurations answers an empty list for an account without configurations", async () => {
  const { ask } = await openWorld();
  expect(await ask("GET", target("acme"), read)).toEqual({ status: 200, body: { items: [] } });
});

it("listThreeDsConfigurations answers 404 for an account that does not exist", async () => {
  const { ask } = await openWorld();
  expect((await ask("GET", target("nowhere"), read)).status).toBe(404);
});

it("listThreeDsConfigurations answers 404, not 403, for an account that the key pair may not use", async () => {
  const { ask } = await openWorld({ three_ds_configurations });
  expect((await ask("GET", target("default"), { ...read, as: "acmeOnly" })).status).toBe(404);
  expect((await ask("GET", target("acme"), { ...read, as: "acmeOnly" })).status).toBe(200);
});

it("listThreeDsConfigurations ignores the merchant account header", async () => {
  const { ask } = await openWorld({ three_ds_configurations });
  const { body } = await ask("GET", target("default"), { ...read, account: "acme" });
  expect(body.items).toHaveLength(3);
});
