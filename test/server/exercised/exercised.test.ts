import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Reference, startReference } from "../../helpers/server.ts";

interface Row {
  readonly operation: string;
  readonly met: Readonly<Record<string, number>>;
  readonly never: readonly string[];
}

let reference: Reference;
beforeEach(async () => {
  reference = await startReference({ embedLimit: 2 });
});
afterEach(() => reference.close());

async function exercised(operation: string, world = ""): Promise<Row> {
  const { json } = await reference.request("GET", `${world}/_reference/exercised`, { token: null });
  return json.operations.find((row: Row) => row.operation === operation);
}

async function setFaults(...rules: readonly object[]): Promise<void> {
  await reference.request("PUT", "/_reference/faults", { token: null, body: rules });
}

const shop = { id: "shop", display_name: "Shop" };

it("a server that nobody has called has met nothing, and names every outcome of each operation", async () => {
  expect(await exercised("createMerchantAccount")).toEqual({
    operation: "createMerchantAccount",
    met: {},
    never: [
      ...["201", "400", "401", "403", "409", "422", "425", "429", "500", "502", "503", "504"],
      ...["retry-after-425", "retry-after-429", "retry-after-503"],
    ],
  });
});

it("each status counts for the operation that answered it, and no longer as never met", async () => {
  await reference.request("POST", "/merchant-accounts", { body: shop });
  await reference.request("POST", "/merchant-accounts", { body: shop });
  await reference.request("POST", "/merchant-accounts", { body: {} });
  await reference.request("GET", "/buyers", { token: null });
  const { met, never } = await exercised("createMerchantAccount");
  expect(met).toEqual({ "201": 1, "409": 1, "422": 1 });
  expect(never).not.toContain("409");
  expect((await exercised("listBuyers")).met).toEqual({ "401": 1 });
});

it("an unknown path and a wrong method count for no operation", async () => {
  await reference.request("GET", "/nowhere");
  await reference.request("PUT", "/buyers");
  const { json } = await reference.request("GET", "/_reference/exercised", { token: null });
  expect(json.operations.every(({ met }: Row) => Object.keys(met).length === 0)).toBe(true);
});

it("a next and a previous cursor count once a page was answered, a damaged one does not", async () => {
  const first = await reference.request("GET", "/buyers?limit=2");
  const next = `/buyers?limit=2&cursor=${first.json.next_cursor}`;
  const second = await reference.request("GET", next);
  await reference.request("GET", `/buyers?limit=2&cursor=${second.json.previous_cursor}`);
  await reference.request("GET", `${next}x`);
  expect((await exercised("listBuyers")).met).toEqual({
    "200": 3,
    "400": 1,
    "next-cursor": 1,
    "previous-cursor": 1,
  });
});

it("a call beyond the limit of embed tokens counts as that, a simulated 429 does not", async () => {
  const token = reference.token({ scopes: ["embed"] });
  const body = { items: [{ number: "6034932528973614", pin: "1234" }] };
  const call = () => reference.request("POST", "/gift-cards/balances", { token, body });
  await call();
  await setFaults({ operation: "fetchGiftCardBalances", status: 429, times: 1 });
  await call();
  expect((await exercised("fetchGiftCardBalances")).met).toMatchObject({ "200": 1, "429": 1 });
  expect((await exercised("fetchGiftCardBalances")).never).toContain("embed-limit");
  await call();
  await call();
  expect((await exercised("fetchGiftCardBalances")).met).toMatchObject({ "429": 2, "embed-limit": 1 });
});

it("the same request after a simulated failure counts as its retry, once for each failure", async () => {
  await setFaults({ operation: "listBuyers", status: 503, times: 2 });
  for (let attempt = 0; attempt < 4; attempt += 1) await reference.request("GET", "/buyers");
  expect((await exercised("listBuyers")).met).toEqual({ "200": 2, "503": 2, "retry-after-503": 2 });
});

it.each(["reset", "hang", "truncate"])(
  "a request after a lost answer counts as its retry: %s",
  async (word) => {
    await setFaults({ operation: "listBuyers", status: word, times: 1 });
    await expect(reference.request("GET", "/buyers")).rejects.toThrow(word);
    await reference.request("GET", "/buyers");
    expect((await exercised("listBuyers")).met).toEqual({
      "200": 1,
      [word]: 1,
      [`retry-after-${word}`]: 1,
    });
  },
);

it("a request with another path, query, body or account is not a retry", async () => {
  await setFaults(
    { operation: "listBuyers", status: 503, times: 1 },
    { operation: "createMerchantAccount", status: 503, times: 1 },
  );
  await reference.request("GET", "/buyers");
  await reference.request("GET", "/buyers?limit=1");
  await reference.request("GET", "/buyers", { headers: { "x-service-merchant-account-id": "default" } });
  await reference.request("POST", "/merchant-accounts", { body: shop });
  await reference.request("POST", "/merchant-accounts", { body: { ...shop, id: "other" } });
  expect((await exercised("listBuyers")).never).toContain("retry-after-503");
  expect((await exercised("createMerchantAccount")).never).toContain("retry-after-503");
  await reference.request("POST", "/merchant-accounts", { body: shop });
  expect((await exercised("createMerchantAccount")).met).toMatchObject({ "retry-after-503": 1 });
});

it("a request that began before another one failed is not a retry of it", async () => {
  await setFaults({ operation: "listBuyers", status: 503, times: 2 });
  await Promise.all([reference.request("GET", "/buyers"), reference.request("GET", "/buyers")]);
  expect((await exercised("listBuyers")).met).toEqual({ "503": 2 });
});

it("a refusal that would be the same again has no retry", async () => {
  await setFaults({ operation: "listBuyers", status: 404, times: 1 });
  await reference.request("GET", "/buyers");
  await reference.request("GET", "/buyers");
  expect((await exercised("listBuyers")).met).toEqual({ "200": 1, "404": 1 });
});

describe("counting in worlds", () => {
  beforeEach(async () => {
    for (const name of ["a", "b"]) {
      await reference.request("PUT", `/_reference/worlds/${name}`, { token: null, body: {} });
      await reference.request("GET", `/_worlds/${name}/buyers`);
    }
    await reference.request("GET", "/buyers");
  });

  it("a world shows its own outcomes, and the root those of all worlds, even of one that was deleted", async () => {
    expect((await exercised("listBuyers", "/_worlds/a")).met).toEqual({ "200": 1 });
    await reference.request("DELETE", "/_reference/worlds/b", { token: null });
    expect((await exercised("listBuyers")).met).toEqual({ "200": 3 });
  });

  it("a failure in one world makes no retry of a request in another one", async () => {
    await reference.request("PUT", "/_worlds/a/_reference/faults", {
      token: null,
      body: [{ operation: "listBuyers", status: 503, times: 1 }],
    });
    await reference.request("GET", "/_worlds/a/buyers");
    await reference.request("GET", "/_worlds/b/buyers");
    expect((await exercised("listBuyers")).never).toContain("retry-after-503");
  });

  it("counting starts again for a world or for the whole, and a reset of the data leaves it alone", async () => {
    await reference.request("POST", "/_worlds/a/_reference/reset", { token: null });
    expect((await exercised("listBuyers", "/_worlds/a")).met).toEqual({ "200": 1 });
    const { status } = await reference.request("DELETE", "/_worlds/a/_reference/exercised", { token: null });
    expect(status).toBe(204);
    expect((await exercised("listBuyers", "/_worlds/a")).met).toEqual({});
    expect((await exercised("listBuyers")).met).toEqual({ "200": 3 });
    await reference.request("DELETE", "/_reference/exercised", { token: null });
    expect((await exercised("listBuyers")).met).toEqual({});
    expect((await exercised("listBuyers", "/_worlds/b")).met).toEqual({ "200": 1 });
  });
});
