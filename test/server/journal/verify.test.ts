import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { allOperations } from "../../../src/contract/operations.ts";
import { type Reference, type ReferenceOptions, startReference } from "../../helpers/server.ts";

const operationNames = allOperations.map(({ name }) => name).join(", ");
const paths = [...new Set(allOperations.map(({ path }) => path.replaceAll(/\{\w+\}/g, "*")))].join(", ");

let reference: Reference;
beforeAll(async () => {
  reference = await startReference({ seed: {} });
  await reference.request("GET", "/buyers?search=Ada&limit=3");
  await reference.request("GET", "/buyers?search=Mary");
  await reference.request("POST", "/merchant-accounts", { body: { id: "shop", display_name: "Shop" } });
  await reference.request("POST", "/merchant-accounts", { body: { id: "shop", display_name: "Shop" } });
  await reference.request("POST", "/gift-cards/balances", {
    body: { items: [{ number: "6034932528973614", pin: "1234" }] },
  });
});
afterAll(() => reference.close());

async function verify(body: unknown, server = reference) {
  return server.request("POST", "/_reference/requests/verify", { token: null, body });
}

describe("a verification", () => {
  it.each<[object, number]>([
    [{ operation: "listBuyers" }, 2],
    [{ method: "get", path: "/buyers" }, 2],
    [{ method: "*", path: "/*" }, 4],
    [{ method: "*", path: "*" }, 5],
    [{ method: "DELETE", path: "/api-key-pairs/{api_key_pair_id}", count: 0 }, 0],
    [{ operation: "listBuyers", query: { search: "Ada", limit: 3 } }, 1],
    [{ operation: "createMerchantAccount", body: { display_name: "Shop" }, status: 409 }, 1],
    [{ operation: "createMerchantAccount", status: "2xx", count: 1 }, 1],
    [{ operation: "createMerchantAccount", count: { min: 2, max: 2 } }, 2],
    [{ operation: "createMerchantAccount", body: { id: "other" }, count: 0 }, 0],
    [{ operation: "listBuyers", count: { max: 5 } }, 2],
  ])("holds for %j", async (wanted, matched) => {
    const { json, status } = await verify(wanted);
    expect([status, json.matched, json.items?.length]).toEqual([200, matched, matched]);
  });

  it("that does not hold shows the nearest requests, and how they differ", async () => {
    const { json, status } = await verify({
      operation: "createMerchantAccount",
      body: { id: "shop", display_name: "Store", over_capture_amount: 5 },
    });
    expect([status, json.message, json.matched]).toEqual([417, "0 requests match, at least 1 should", 0]);
    expect(json.nearest[0].request).toMatchObject({ operation: "createMerchantAccount", status: 409 });
    expect(json.nearest[0].differences).toEqual([
      { location: "body", pointer: "/display_name", expected: "Store", actual: "Shop" },
      { location: "body", pointer: "/over_capture_amount", expected: 5 },
    ]);
  });

  it("prefers a request to the same operation with other values to one to another operation", async () => {
    const { json } = await verify({
      operation: "listBuyers",
      query: { search: "Eve", limit: 9, cursor: "x" },
    });
    expect(
      json.nearest.map(({ request }: { request: { operation: string } }) => request.operation).slice(0, 2),
    ).toEqual(["listBuyers", "listBuyers"]);
  });

  it("of too many requests shows those that should not have come", async () => {
    const { json, status } = await verify({ operation: "listBuyers", count: { max: 1 } });
    expect([status, json.message]).toEqual([417, "2 requests match, at most 1 should"]);
    expect(json.nearest).toHaveLength(2);
    expect(json.nearest[0].differences).toEqual([]);
  });

  it("of far too many requests shows the ten latest that match", async () => {
    const server = await startReference({ seed: {} });
    try {
      for (let limit = 1; limit <= 12; limit += 1) await server.request("GET", `/buyers?limit=${limit}`);
      const { json } = await verify({ operation: "listBuyers", count: 0 }, server);
      expect([json.message, json.matched]).toEqual(["12 requests match, not 0", 12]);
      expect(json.nearest.map(({ request }: { request: { query: object } }) => request.query)).toEqual(
        [12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((limit) => ({ limit: String(limit) })),
      );
    } finally {
      await server.close();
    }
  });

  it("is refused if only masked values could decide it", async () => {
    const { json, status } = await verify({
      operation: "fetchGiftCardBalances",
      body: { items: [{ number: "6034932528973614" }] },
      count: 0,
    });
    expect([status, json.detail]).toEqual([
      422,
      [
        {
          loc: ["body", "body", "items", "0", "number"],
          msg: "can't be compared: the journal masks this value",
          type: "value_error",
        },
      ],
    ]);
  });

  it("asks of a masked segment of a path only where the others fit", async () => {
    const server = await startReference({ seed: {} });
    try {
      await server.request("DELETE", `/api-key-pairs/${server.token()}`);
      const ask = async (path: string) => (await verify({ method: "*", path, count: 0 }, server)).status;
      expect([await ask("/audit-logs"), await ask("/api-key-pairs"), await ask("/api-key-pairs/k1")]).toEqual(
        [200, 200, 422],
      );
    } finally {
      await server.close();
    }
  });

  it.each<[object, string]>([
    [{}, "needs either operation, or both method and path"],
    [{ operation: "listBuyers", path: "/buyers" }, "needs either operation, or both method and path"],
    [{ method: "GET" }, "needs either operation, or both method and path"],
    [
      { operation: "listBuyer" },
      `"listBuyer" is not an operation name; did you mean listBuyers? Known: ${operationNames}`,
    ],
    [{ operation: "nothing" }, `"nothing" is not an operation name. Known: ${operationNames}`],
    [
      { operation: "listBuyers", status: "4x" },
      '"4x" is not a status. Known: 200 and other numbers, 2xx and other classes, reset, hang, truncate',
    ],
    [{ operation: "listBuyers", count: { min: 3, max: 2 } }, "min must not be greater than max"],
    [{ operation: "listBuyers", count: {} }, "needs min or max"],
    [{ method: "PSOT", path: "/merchant-accounts", count: 0 }, "is not allowed for this path"],
    [{ method: "DELETE", path: "/buyers", count: 0 }, "is not allowed for this path"],
    [
      { method: "*", path: "/buyers/*", count: 0 },
      `"/buyers/*" is not the path of an operation; did you mean /buyers? Known: ${paths}`,
    ],
    [
      { method: "PSOT", path: "/merchant-acounts", count: 0 },
      `"/merchant-acounts" is not the path of an operation; did you mean /merchant-accounts? Known: ${paths}`,
    ],
    [
      { operation: "listBuyers", headers: { Authorization: "Bearer x" } },
      "can't be compared: values of this header are never kept",
    ],
  ])("is refused when it says %j", async (wanted, msg) => {
    const { json, status } = await verify(wanted);
    expect([status, json.detail[0].msg]).toEqual([422, msg]);
  });
});

/** A server of its own, with what its journal is asked. */
async function start(options: ReferenceOptions = {}) {
  const server = await startReference({ seed: {}, ...options });
  onTestFinished(() => server.close());
  return {
    get: (path: string, headers = {}) => server.request("GET", path, { headers }),
    verify: (body: unknown) => verify(body, server),
  };
}

describe("a verification of headers", () => {
  it("compares their values, whatever the case of their names", async () => {
    const { get, verify } = await start();
    await get("/buyers", { "x-step": "2" });
    expect((await verify({ operation: "listBuyers", headers: { "X-Step": "2" } })).status).toBe(200);
    const { json } = await verify({ operation: "listBuyers", headers: { "x-step": "3", "x-other": "1" } });
    expect(json.nearest[0].differences).toEqual([
      { location: "headers", pointer: "/x-step", expected: "3", actual: "2" },
      { location: "headers", pointer: "/x-other", expected: "1" },
    ]);
  });
});
