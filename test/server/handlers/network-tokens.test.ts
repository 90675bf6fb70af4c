import { describe, expect, it } from "vitest";
import { type Ask, created, entryOf, failure, id, now, openWorld } from "./world.ts";

const method = id(300);
function token(status: string) {
  return {
    id: id(310),
    payment_method_id: method,
    status,
    expiration_date: "12/27",
    token: "4000000000000002",
    created_at: created,
    updated_at: created,
  };
}

function openToken(status: string, account = "default") {
  return openWorld({
    payment_methods: [{ id: method, merchant_account_id: account, kind: "card", status: "active" }],
    network_tokens: [token(status)],
  });
}

function target(call: string, tokenId = id(310), methodId = method): string {
  return `/payment-methods/${methodId}/network-tokens/${tokenId}/${call}`;
}

const write = { scopes: ["payment-methods.write"] };
const cryptogram = { ...write, body: { merchant_initiated: true } };

async function entries(ask: Ask): Promise<unknown[]> {
  return (await ask("GET", "/audit-logs")).body.items;
}

const switches = [
  ["suspend", "active", "suspended"],
  ["resume", "suspended", "active"],
] as const;

const standstills = [
  ["suspend", "suspended"],
  ["resume", "active"],
] as const;

const refusals = [
  ["suspend", "inactive"],
  ["suspend", "deleted"],
  ["resume", "inactive"],
  ["resume", "deleted"],
  ["cryptogram", "suspended"],
  ["cryptogram", "inactive"],
  ["cryptogram", "deleted"],
] as const;

describe.each(switches)("%s of a network token that is %s", (call, from, to) => {
  it(`makes it ${to} and answers it`, async () => {
    const { ask } = await openToken(from);
    expect(await ask("POST", target(call), write)).toEqual({
      status: 200,
      body: { type: "network-token", ...token(to), updated_at: now },
    });
  });

  it("lasts", async () => {
    const { ask } = await openToken(from);
    await ask("POST", target(call), write);
    const { status } = await ask("POST", target("cryptogram"), cryptogram);
    expect(status).toBe(to === "active" ? 200 : 400);
  });

  it("writes an audit entry without the token", async () => {
    const { ask } = await openToken(from, "acme");
    await ask("POST", target(call), { ...write, account: "acme" });
    const { body } = await ask("GET", "/audit-logs", { account: "acme" });
    expect(body.items).toEqual([
      entryOf(
        "updated",
        { type: "network-token", id: id(310), name: "Network token valid to 12/27" },
        "acme",
      ),
    ]);
    expect(await entries(ask)).toEqual([]);
  });
});

describe.each(standstills)("%s of a network token that is %s", (call, status) => {
  it(`answers it unchanged, with its updated_at, and writes no audit entry`, async () => {
    const { ask } = await openToken(status);
    expect(await ask("POST", target(call), write)).toEqual({
      status: 200,
      body: { type: "network-token", ...token(status) },
    });
    expect(await entries(ask)).toEqual([]);
  });
});

describe.each(refusals)("%s of a network token that is %s", (call, status) => {
  it("is answered 400 and changes nothing", async () => {
    const { ask } = await openToken(status);
    expect(await ask("POST", target(call), cryptogram)).toEqual(
      failure(400, "bad_request", `The network token is ${status}, which this call does not permit`),
    );
    expect(await entries(ask)).toEqual([]);
  });
});

describe.each(["suspend", "resume", "cryptogram"])("%s", (call) => {
  it(`answers 404 for a token that does not exist, or below another payment method or account`, async () => {
    const { ask } = await openToken("active");
    const wrong = [
      await ask("POST", target(call, id(999)), cryptogram),
      await ask("POST", target(call, id(310), id(301)), cryptogram),
      await ask("POST", target(call), { ...cryptogram, account: "acme" }),
    ];
    expect(wrong.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  it("knows an id in upper case", async () => {
    const { ask } = await openToken(call === "resume" ? "suspended" : "active");
    const { status } = await ask("POST", target(call, id(310).toUpperCase()), cryptogram);
    expect(status).toBe(200);
  });
});

it("provisionCryptogram answers a fresh cryptogram on each call, and writes no audit entry", async () => {
  const { ask } = await openToken("active");
  const first = await ask("POST", target("cryptogram"), cryptogram);
  const second = await ask("POST", target("cryptogram"), cryptogram);
  expect(first).toEqual({
    status: 200,
    body: { type: "network-token-cryptogram", cryptogram: expect.stringMatching(/^[A-Za-z0-9+/]{27}=$/) },
  });
  expect(second.body.cryptogram).not.toBe(first.body.cryptogram);
  expect(await entries(ask)).toEqual([]);
});
