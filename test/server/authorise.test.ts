import { describe, expect, it } from "vitest";
import { parseSeed } from "../../src/server/seed/parse.ts";
import { failureShape } from "../helpers/failure-shape.ts";
import { generateKey } from "../helpers/keys.ts";
import { startReference } from "../helpers/server.ts";
import { shared } from "../helpers/shared.ts";

const keys = {
  administrator: generateKey(),
  readOnly: generateKey(),
  storefront: generateKey(),
  shop: generateKey(),
};
type Name = keyof typeof keys;

const seed = {
  merchant_accounts: [{ id: "acme", display_name: "Acme" }],
  api_key_pairs: [
    keyPair("administrator", { role_slugs: ["administrator"] }),
    keyPair("readOnly", { role_slugs: ["read-only"] }),
    keyPair("storefront", { role_slugs: ["storefront"] }),
    keyPair("shop", { role_slugs: ["administrator"], merchant_account_ids: ["acme"] }),
  ],
};

function keyPair(name: Name, parts: object) {
  return { display_name: name, public_key: keys[name].publicPem, ...parts };
}
const reference = await shared(startReference({ seed: await parseSeed(JSON.stringify(seed), "seed.json") }));

const id = "7f6e5d4c-3b2a-4190-8f7e-6d5c4b3a2910";
const operations = {
  listApiKeyPairs: ["GET", "/api-key-pairs", "api-key-pairs.read"],
  deleteApiKeyPair: ["DELETE", `/api-key-pairs/${id}`, "api-key-pairs.write"],
  listAuditLogs: ["GET", "/audit-logs", "audit-logs.read"],
  listBuyers: ["GET", "/buyers", "buyers.read"],
  suspend: ["POST", `/payment-methods/${id}/network-tokens/${id}/suspend`, "payment-methods.write"],
  resume: ["POST", `/payment-methods/${id}/network-tokens/${id}/resume`, "payment-methods.write"],
  cryptogram: ["POST", `/payment-methods/${id}/network-tokens/${id}/cryptogram`, "payment-methods.write"],
  registerDomain: ["POST", `/digital-wallets/${id}/domains`, "digital-wallets.write"],
  balances: ["POST", "/gift-cards/balances", "gift-cards.read"],
  createJob: ["POST", "/account-updater/jobs", "payment-methods.write"],
  createAccount: ["POST", "/merchant-accounts", "merchant-accounts.write"],
  threeDs: ["GET", "/merchant-accounts/acme/three-ds-configurations", "merchant-accounts.read"],
  updateRule: ["PUT", `/flows/checkout/actions/select-payment-options/rules/${id}`, "flows.write"],
} as const;

type Line = readonly [method: string, target: string, scope: string];

async function statusOf([method, target]: Line, scopes: readonly string[], name: Name = "administrator") {
  const token = reference.token({ key: keys[name], scopes });
  return (await reference.request(method, target, { token })).status;
}

describe.each(Object.values(operations))("%s %s", (...line) => {
  const [, , scope] = line;
  const [, verb] = scope.split(".");

  it(`is allowed to a token with its scope or matching wildcard`, async () => {
    // 404 and 422 come after the scope.
    const passed = [200, 404, 422];
    expect(passed).toContain(await statusOf(line, [scope]));
    expect(passed).toContain(await statusOf(line, [`*.${verb}`]));
    expect(passed).toContain(await statusOf(line, ["unheard-of", "flows.read", scope]));
  });

  it(`answers 403 to a token without its scope`, async () => {
    const other = verb === "read" ? "*.write" : "*.read";
    expect(await statusOf(line, [])).toBe(403);
    expect(await statusOf(line, [other])).toBe(403);
    expect(await statusOf(line, [scope.replace(/\.\w+$/, ".delete"), `${scope}.x`, "*", "*.*"])).toBe(403);
  });
});

it("a role cuts the token's scopes down", async () => {
  expect(await statusOf(operations.listBuyers, ["*.read", "*.write"], "readOnly")).toBe(200);
  expect(await statusOf(operations.deleteApiKeyPair, ["*.read", "*.write"], "readOnly")).toBe(403);
});

it("a role adds nothing to the token's scopes", async () => {
  expect(await statusOf(operations.listBuyers, ["flows.write"], "readOnly")).toBe(403);
});

it("the failure says whether the role or the token lacks the scope", async () => {
  const withoutScope = reference.token({ key: keys.readOnly, scopes: ["buyers.read"] });
  const withoutRole = reference.token({ key: keys.readOnly, scopes: ["flows.write"] });
  const target = "/flows/checkout/actions/select-payment-options/rules/x";
  const answers = [
    await reference.request("PUT", target, { token: withoutScope }),
    await reference.request("PUT", target, { token: withoutRole }),
  ];
  expect(answers.map(({ json }) => json)).toEqual([
    failureShape(403, "forbidden", "The token lacks the scope flows.write"),
    failureShape(403, "forbidden", "The roles of the key pair do not allow the scope flows.write"),
  ]);
});

const body = { items: [{ number: "6000000000000001", pin: "1" }] };

async function balances(scopes: readonly string[], name: Name) {
  const token = reference.token({ key: keys[name], scopes });
  return (await reference.request("POST", "/gift-cards/balances", { token, body })).status;
}

it("an embed token may fetch balances without gift-cards.read", async () => {
  expect(await balances(["embed"], "administrator")).toBe(200);
  expect(await balances(["embed"], "storefront")).toBe(200);
});

it("an embed token may fetch balances only if a role lists embed explicitly", async () => {
  expect(await balances(["embed"], "readOnly")).toBe(403);
  expect(await balances(["*.read"], "storefront")).toBe(403);
});

it("an embed token may do nothing but fetch balances", async () => {
  for (const line of Object.values(operations)) {
    if (line[1] !== "/gift-cards/balances") expect(await statusOf(line, ["embed"])).toBe(403);
  }
});

it("a bound key pair may neither create accounts nor delete key pairs, whatever the request holds", async () => {
  const token = reference.token({ key: keys.shop });
  const create = await reference.request("POST", "/merchant-accounts", { token, body: { wrong: 1 } });
  const remove = await reference.request("DELETE", "/api-key-pairs/no-uuid", { token });
  expect([create.status, remove.status]).toEqual([403, 403]);
  expect(create.json.message).toBe("A key pair that is bound to merchant accounts may not make this call");
});
