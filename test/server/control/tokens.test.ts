import { expect, it } from "vitest";
import { createTokenIssuer } from "../../../src/server/authentication/issue.ts";
import type { Storage } from "../../../src/server/store/storage.ts";
import { startReference } from "../../helpers/server.ts";
import { shared } from "../../helpers/shared.ts";

let storage: Storage;
const reference = await shared(
  startReference({
    alter: (own) => {
      storage = own;
      return own;
    },
    seed: { merchant_accounts: [{ id: "shop", display_name: "Shop" }] },
  }),
);

async function issue(body: unknown) {
  return reference.request("POST", "/_reference/tokens", { token: null, body });
}

async function list(token: string, headers: Record<string, string> = {}) {
  return reference.request("GET", "/buyers", { token, headers });
}

function claimsOf(token: string) {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
}

it("a token from the control interface opens what its scopes name, and nothing else", async () => {
  const { json, status } = await issue({ scopes: ["buyers.read"], expires_in: "5m" });
  expect([status, Object.keys(json).toSorted(), json.scopes]).toEqual([
    200,
    ["expires_at", "scopes", "token"],
    ["buyers.read"],
  ]);
  expect((await list(json.token)).status).toBe(200);
  expect((await reference.request("GET", "/audit-logs", { token: json.token })).status).toBe(403);
  expect(new Date(claimsOf(json.token).exp * 1000).toISOString()).toBe(json.expires_at);
});

it.each([
  ["expired", "token_expired"],
  ["future", "token_not_yet_valid"],
  ["wrong_key", "token_rejected"],
  ["unknown_key", "token_rejected"],
  ["inactive_key", "token_rejected"],
  ["tampered", "token_rejected"],
  ["alg_none", "token_algorithm"],
  ["no_scopes", "token_claim"],
])("a token from the control interface with the flaw %s is refused for it", async (flaw, type) => {
  const { json } = await issue({ scopes: ["buyers.read"], flaw });
  const refused = await list(json.token);
  expect([refused.status, refused.json.details[0].type]).toEqual([401, type]);
  const { json: journal } = await reference.request("GET", "/_reference/requests?limit=1", { token: null });
  expect(journal.items[0].failure.reason).toEqual(expect.any(String));
});

it("a token from the control interface may do everything unless scopes are named, or their lack is the flaw", async () => {
  expect((await issue({ flaw: "no_scopes" })).json.scopes).toEqual([]);
  const { json, status } = await issue({});
  expect([status, json.scopes]).toEqual([200, ["*.read", "*.write"]]);
  expect((await list(json.token)).status).toBe(200);
});

it("a token from the control interface may do what its roles allow, in its merchant accounts", async () => {
  const { json } = await issue({ scopes: ["*.read"], roles: ["support"], merchant_accounts: ["shop"] });
  expect((await list(json.token)).status).toBe(200);
  const elsewhere = await list(json.token, { "x-service-merchant-account-id": "default" });
  expect(elsewhere.status).toBe(403);
  const beyond = await reference.request("GET", "/api-key-pairs", { token: json.token });
  expect([beyond.status, beyond.json.message]).toEqual([
    403,
    "The roles of the key pair do not allow the scope api-key-pairs.read",
  ]);
});

it("a token from the control interface has one key pair for each set of roles and accounts, which is in no list and no audit log", async () => {
  const kids = [];
  for (const accounts of [[], [], ["shop"]]) {
    const { json } = await issue({ scopes: ["*.read"], merchant_accounts: accounts });
    kids.push(JSON.parse(Buffer.from(json.token.split(".")[0], "base64url").toString()).kid);
  }
  expect(kids[0]).toBe(kids[1]);
  expect(kids[2]).not.toBe(kids[0]);
  const pairs = await reference.request("GET", "/api-key-pairs");
  const stored = await reference.request("GET", "/_reference/data/api_key_pairs", { token: null });
  const logs = await reference.request("GET", "/audit-logs");
  expect(JSON.stringify([pairs.json, stored.json, logs.json])).not.toContain(kids[0]);
  expect(pairs.json.items).toHaveLength(1);
});

it("a token from the control interface is still accepted after the data was reset", async () => {
  const { json } = await issue({ scopes: ["*.read"] });
  expect((await reference.request("POST", "/_reference/reset", { token: null })).status).toBe(200);
  expect((await list(json.token)).status).toBe(200);
});

it("a token from the control interface is accepted at the root and in every world, wherever it comes from", async () => {
  const tokens: string[] = [];
  for (const world of ["", "/_worlds/one", "/_worlds/two"]) {
    const name = world.split("/").at(-1);
    if (world !== "") await reference.request("PUT", `/_reference/worlds/${name}`, { token: null });
    const { json } = await reference.request("POST", `${world}/_reference/tokens`, {
      token: null,
      body: {},
    });
    tokens.push(json.token);
  }
  for (const token of tokens) {
    for (const world of ["/_worlds/one", "/_worlds/two", ""]) {
      expect((await reference.request("GET", `${world}/buyers`, { token })).status).toBe(200);
    }
  }
  await reference.request("DELETE", "/_reference/worlds/one", { token: null });
  await reference.request("DELETE", "/_reference/worlds/two", { token: null });
  for (const token of tokens) expect((await list(token)).status).toBe(200);
});

it("a token from the control interface may do what its roles allow in that world, where it has the roles of that", async () => {
  const { json } = await issue({ scopes: ["*.read"], roles: ["support"], merchant_accounts: ["shop"] });
  await reference.request("PUT", "/_reference/worlds/bare", { token: null, body: { from: "empty" } });
  const { json: refused, status } = await reference.request("GET", "/_worlds/bare/buyers", {
    token: json.token,
    headers: { "x-service-merchant-account-id": "default" },
  });
  expect([status, refused.code]).toEqual([403, "forbidden"]);
  await reference.request("DELETE", "/_reference/worlds/bare", { token: null });
});

it("a token from the control interface is accepted by every server of one database, and signed again by a server of its own", async () => {
  const other = createTokenIssuer({
    ...storage.root,
    now: () => new Date(),
    newId: () => crypto.randomUUID(),
  });
  const { token } = await other.issue({ scopes: ["*.read"] });
  expect((await list(token)).status).toBe(200);
});

it.each([
  ["5m", 300],
  ["24h", 86_400],
  [90, 90],
])("a token from the control interface lives for %s", async (expires_in, seconds) => {
  const { json } = await issue({ scopes: ["*.read"], expires_in });
  const life = Date.parse(json.expires_at) - Date.now();
  expect(Math.abs(life / 1000 - seconds)).toBeLessThan(30);
  expect((await list(json.token)).status).toBe(200);
});

it.each<[object, readonly string[], unknown]>([
  [
    { scopes: ["buyers"] },
    ["body", "scopes", "0"],
    expect.stringMatching(/^"buyers" is not a scope(?:; did you mean [\w.-]+\?|\.) Known: .*, embed$/),
  ],
  [
    { scopes: ["buyers.read", "buyer.read"] },
    ["body", "scopes", "1"],
    expect.stringMatching(/^"buyer.read" is not a scope; did you mean buyers.read\?/),
  ],
  [
    { scopes: ["*.read"], roles: ["nobody"] },
    ["body", "roles", "0"],
    expect.stringMatching(/^"nobody" is not the slug of a role\. Known: administrator, /),
  ],
  [
    { scopes: ["*.read"], merchant_accounts: ["shop", "none"] },
    ["body", "merchant_accounts", "1"],
    '"none" is not the id of a merchant account. Known: default, shop',
  ],
  [{ scopes: ["*.read"], expires_in: "25h" }, ["body", "expires_in"], "must be from 1s to 24h"],
  [{ scopes: ["*.read"], expires_in: 0 }, ["body", "expires_in"], "must be from 1s to 24h"],
])("a token from the control interface is not made of %j", async (body, loc, msg) => {
  const { json, status } = await issue(body);
  expect([status, json.detail[0].loc, json.detail[0].msg]).toEqual([422, loc, msg]);
});

it.each([
  [{ scopes: ["*.read"], flaw: "rotten" }, "flaw"],
  [{ scopes: ["*.read"], scope: "x" }, "scope"],
  [{ scopes: ["*.read"], expires_in: "soon" }, "expires_in"],
])(
  "a token from the control interface is refused by the name of what is wrong in %j",
  async (body, field) => {
    const { json, status } = await issue(body);
    expect([status, json.detail[0].loc]).toEqual([422, ["body", field]]);
  },
);

it("a token is signed by the time of day, whatever the server's clock shows", async () => {
  const set = (body: unknown) => reference.request("PUT", "/_reference/clock", { token: null, body });
  await set({ time: "2030-01-01T00:00:00Z", frozen: true });
  const { json } = await issue({ scopes: ["*.read"], expires_in: "1m" });
  expect((await list(json.token)).status).toBe(200);
  expect(Date.parse(json.expires_at)).toBeLessThan(Date.parse("2030-01-01"));
  await set({ time: null, frozen: false });
});
