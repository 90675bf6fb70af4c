import { afterAll, beforeAll, expect, it } from "vitest";
import { parseSeed } from "../../../src/server/seed/parse.ts";
import { generateKey } from "../../helpers/keys.ts";
import { type Reference, type RequestOptions, startReference } from "../../helpers/server.ts";

const id = (number: number) => `70000000-0000-4000-8000-00000000000${number}`;
const boundKey = generateKey();
const seed = {
  merchant_accounts: [{ id: "shop-one", display_name: "Shop" }],
  payment_methods: [
    { id: id(1), kind: "card", status: "active", merchant_account_id: "shop-one" },
    { id: id(2), kind: "card", status: "active" },
  ],
  network_tokens: [
    {
      id: id(3),
      payment_method_id: id(2),
      status: "active",
      expiration_date: "12/30",
      token: "4111110000001111",
    },
  ],
  api_key_pairs: [
    {
      display_name: "Bound",
      public_key: boundKey.publicPem,
      role_slugs: ["support"],
      merchant_account_ids: ["shop-one"],
    },
  ],
  flow_rules: [
    {
      id: id(4),
      flow: "card-transaction",
      action: "decline-early",
      outcome: { type: "boolean", result: true },
    },
  ],
};

let reference: Reference;
beforeAll(async () => {
  reference = await startReference({ seed: await parseSeed(JSON.stringify(seed), "seed.json") });
});
afterAll(() => reference.close());

async function nearOf(method: string, path: string, options: RequestOptions = {}) {
  await reference.request(method, path, options);
  const { json } = await reference.request("GET", "/_reference/requests?limit=1", { token: null });
  return json.items[0].near;
}

it("a path with a slip is near to the operation that was meant", async () => {
  expect(await nearOf("GET", "/buyer", { token: null })).toEqual({
    operation: "listBuyers",
    message: "No operation has this path; listBuyers is GET /buyers",
  });
  expect(await nearOf("POST", `/payment-methods/${id(2)}/network-token/${id(3)}/suspend`)).toMatchObject({
    operation: "suspendNetworkToken",
  });
  expect(await nearOf("GET", "/v1/audit-logs")).toMatchObject({ operation: "listAuditLogs" });
  expect(await nearOf("GET", "/nothing/of/the/kind")).toBeNull();
});

it("a method that a path does not take is near to the operation of that path", async () => {
  expect(await nearOf("POST", "/buyers")).toMatchObject({ operation: "listBuyers" });
});

it("a missing scope is named, whether the token or the roles lack it", async () => {
  expect(await nearOf("GET", "/buyers", { token: reference.token({ scopes: ["flows.write"] }) })).toEqual({
    scope: "buyers.read",
    message: "The token lacks the scope buyers.read",
  });
  expect(await nearOf("GET", "/api-key-pairs", { token: reference.token({ key: boundKey }) })).toMatchObject({
    scope: "api-key-pairs.read",
  });
});

it("an account that a key pair may not use is near to one that it may", async () => {
  const headers = { "x-service-merchant-account-id": "default" };
  expect(await nearOf("GET", "/buyers", { token: reference.token({ key: boundKey }), headers })).toEqual({
    merchant_account_id: "shop-one",
    message: "The key pair may use only shop-one",
  });
});

it("a misspelt account is near to the one that exists", async () => {
  const headers = { "x-service-merchant-account-id": "shop-on" };
  expect(await nearOf("GET", "/buyers", { headers })).toMatchObject({ merchant_account_id: "shop-one" });
  expect(await nearOf("GET", "/merchant-accounts/shopone/three-ds-configurations")).toMatchObject({
    merchant_account_id: "shop-one",
  });
});

it("a resource is found in the other account, below the other resource, and under the other action", async () => {
  const suspend = (method: string) => `/payment-methods/${method}/network-tokens/${id(3)}/suspend`;
  expect(await nearOf("POST", suspend(id(1)))).toMatchObject({
    resource: { list: "network_tokens", id: id(3) },
    merchant_account_id: "default",
    message: `There is one in network_tokens of the merchant account default, below ${id(2)}`,
  });
  const headers = { "x-service-merchant-account-id": "shop-one" };
  expect(await nearOf("POST", suspend(id(2)), { headers })).toMatchObject({ merchant_account_id: "default" });
  const rule = `/flows/card-transaction/actions/route-transaction/rules/${id(4)}`;
  expect(await nearOf("PUT", rule, { body: { position: 0 } })).toMatchObject({
    resource: { list: "flow_rules", id: id(4) },
  });
  expect(await nearOf("DELETE", `/api-key-pairs/${id(2)}`)).toMatchObject({
    resource: { list: "payment_methods" },
  });
  expect(await nearOf("DELETE", `/api-key-pairs/${id(9)}`)).toBeNull();
});

it("a payment method in a body is found in the other account", async () => {
  const body = { payment_method_ids: [id(1)] };
  expect(await nearOf("POST", "/account-updater/jobs", { body })).toMatchObject({
    resource: { list: "payment_methods", id: id(1) },
    merchant_account_id: "shop-one",
  });
});

it("nothing is near to a request that was answered, or that a fault took", async () => {
  expect(await nearOf("GET", "/buyers")).toBeNull();
  await reference.request("PUT", "/_reference/faults", {
    token: null,
    body: [{ operation: "listBuyers", status: 404 }],
  });
  expect(await nearOf("GET", "/buyers")).toBeNull();
  await reference.request("DELETE", "/_reference/faults", { token: null });
});
