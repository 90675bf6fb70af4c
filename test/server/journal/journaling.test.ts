import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { JournalEntry } from "../../../src/contract/control/schemas/requests.ts";
import { parseSeed } from "../../../src/server/seed/parse.ts";
import { type Reference, type RequestOptions, startReference } from "../../helpers/server.ts";

const methodId = "70000000-0000-4000-8000-000000000001";
const tokenId = "70000000-0000-4000-8000-000000000002";
const tokenPath = `/payment-methods/${methodId}/network-tokens/${tokenId}`;
const seed = {
  payment_methods: [{ id: methodId, kind: "card", status: "active" }],
  network_tokens: [
    {
      id: tokenId,
      payment_method_id: methodId,
      status: "active",
      expiration_date: "12/30",
      token: "4111110000001111",
    },
  ],
};

let reference: Reference;
beforeEach(async () => {
  reference = await startReference({ seed: await parseSeed(JSON.stringify(seed), "seed.json") });
});
afterEach(() => reference.close());

async function journal(query = ""): Promise<readonly JournalEntry[]> {
  const { json } = await reference.request("GET", `/_reference/requests${query}`, { token: null });
  return json.items;
}

describe("the journal", () => {
  it("keeps what was asked and how it ended", async () => {
    const { headers } = await reference.request("POST", `${tokenPath}/cryptogram`, {
      token: reference.token({ scopes: ["payment-methods.write"] }),
      headers: { "user-agent": "payctl/1.2.3", "x-service-merchant-account-id": "default" },
      body: { merchant_initiated: true },
    });
    const [entry] = await journal();
    expect(entry).toEqual({
      id: headers["x-request-id"],
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      method: "POST",
      path: `${tokenPath}/cryptogram`,
      operation: "provisionCryptogram",
      query: {},
      unread_query: [],
      headers: {
        authorization: "********",
        "content-type": "application/json",
        "user-agent": "payctl/1.2.3",
        "x-service-merchant-account-id": "default",
      },
      body: { merchant_initiated: true },
      body_bytes: 27,
      unread_fields: [],
      scopes: ["payment-methods.write"],
      token: {
        kid: expect.any(String),
        exp: expect.any(Number),
        scopes: ["payment-methods.write"],
      },
      status: 200,
      milliseconds: expect.any(Number),
      fault: false,
      traceparent: null,
      failure: null,
      near: null,
      response: {
        headers: { "content-type": "application/json", "x-request-id": headers["x-request-id"] },
        body: { type: "network-token-cryptogram", cryptogram: expect.any(String) },
        body_bytes: 79,
        truncated: false,
      },
    });
  });

  it("says why a request was refused", async () => {
    const body = { id: "Ada's shop", "Ada Lovelace": 1, display_name: "Ada" };
    await reference.request("POST", "/merchant-accounts", { body });
    await reference.request("GET", "/buyers", { token: null });
    await reference.request("GET", "/buyers?limit=none");
    const [query, stranger, account] = (await journal()).map(({ failure }) => failure);
    expect(account).toEqual({
      code: null,
      message: "A field or parameter is invalid; every problem is listed",
      problems: [
        { location: "body", pointer: "/id", message: expect.stringContaining("should match pattern") },
        { location: "body", pointer: "/Ada Lovelace", message: "Extra inputs are not permitted" },
      ],
      reason: null,
    });
    expect(stranger).toMatchObject({ code: "unauthorized", problems: [{ location: "header" }] });
    expect(query?.problems).toMatchObject([{ location: "query", pointer: "limit" }]);
  });

  it.each([
    ["the time a token expired at", { flaw: "expired" }, /^It expired at \d{4}-.*Z$/],
    ["that no key pair has a token's key", { flaw: "unknown_key" }, /^No key pair here has the thumbprint/],
    ["that a signature is wrong", { flaw: "tampered" }, /^The signature is not that of the key pair$/],
  ])("says %s, which its sender is not told", async (_, { flaw }, reason) => {
    const issued = await reference.request("POST", "/_reference/tokens", {
      token: null,
      body: { scopes: ["buyers.read"], flaw },
    });
    const { json } = await reference.request("GET", "/buyers", { token: issued.json.token });
    const [entry] = await journal();
    expect(entry?.failure?.reason).toMatch(reason);
    expect(JSON.stringify(json)).not.toContain(entry?.failure?.reason);
  });

  it("names parameters that nothing reads, and the ones that were probably meant", async () => {
    await reference.request("GET", "/buyers?serach=Ada&limit=2&Ada%20Lovelace=1");
    await reference.request("GET", "/buyers?serach=Ada", { token: null });
    expect((await journal()).map((entry) => entry.unread_query)).toEqual([
      null,
      [
        { name: "serach", near: "search" },
        { name: "Ada Lovelace", near: null },
      ],
    ]);
  });

  it.each<[string, string, RequestOptions, readonly object[] | null]>([
    [
      "on a call that takes none",
      `${tokenPath}/suspend`,
      { body: { why: "lost", by: ["Ada"] } },
      [
        { name: "/why", near: null },
        { name: "/by/0", near: null },
      ],
    ],
    [
      "that are unknown, with the one that was probably meant",
      "/merchant-accounts",
      { body: { id: "shop", displayName: "Shop", "Ada Lovelace": 1 } },
      [
        { name: "/displayName", near: "display_name" },
        { name: "/Ada Lovelace", near: null },
      ],
    ],
    [
      "which is unknown when another check came first",
      "/account-updater/jobs",
      { body: { payment_method_ids: [methodId] }, headers: { "x-service-merchant-account-id": "none" } },
      null,
    ],
    ["but none when all were read", "/merchant-accounts", { body: { id: "a", display_name: "A" } }, []],
  ])("names fields of the body that nothing read, %s", async (_, path, options, unread) => {
    await reference.request("POST", path, options);
    expect((await journal())[0]?.unread_fields).toEqual(unread);
  });

  it("keeps requests that no operation answers", async () => {
    await reference.request("GET", "/buyer", { token: null });
    expect((await journal())[0]).toMatchObject({
      path: "/buyer",
      headers: {},
      operation: null,
      scopes: null,
      status: 404,
    });
  });

  it("filters by method, path and status, newest first, as many as asked for", async () => {
    await reference.request("GET", "/buyers");
    await reference.request("GET", "/buyers", { token: null });
    await reference.request("POST", `${tokenPath}/suspend`);
    await reference.request("POST", `${tokenPath}/resume`);
    const found = async (query: string) =>
      (await journal(query)).map(({ operation, status }) => `${operation} ${status}`);
    expect(await found("?method=post")).toEqual(["resumeNetworkToken 200", "suspendNetworkToken 200"]);
    expect(await found("?path=/buyers&status=401")).toEqual(["listBuyers 401"]);
    expect(await found("?path=/payment-methods/*/network-tokens/*/suspend")).toEqual([
      "suspendNetworkToken 200",
    ]);
    expect(await found("?limit=1")).toEqual(["resumeNetworkToken 200"]);
  });

  it("is cleared, and never holds calls to the control interface", async () => {
    await reference.request("GET", "/buyers");
    const { status } = await reference.request("DELETE", "/_reference/requests", { token: null });
    expect([status, await journal()]).toEqual([204, []]);
  });
});

it("a gift card's number and PIN are never listed", async () => {
  const document = {
    gift_cards: [{ number: "6034932528973614", pin: "PIN-4711", balance: 100, currency: "EUR" }],
  };
  await reference.request("POST", "/_reference/seed", { token: null, body: document });
  const { json } = await reference.request("GET", "/_reference/data/gift_cards", { token: null });
  expect(JSON.stringify(json)).not.toContain("PIN-4711");
});
