import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { allOperations } from "../../../src/contract/operations.ts";
import { emptySeed } from "../../../src/server/seed/seed.ts";
import { type Reference, type ReferenceOptions, startReference } from "../../helpers/server.ts";

const operationNames = allOperations.map(({ name }) => name).join(", ");

let reference: Reference;
beforeAll(async () => {
  reference = await startReference({ seed: emptySeed(), journal: "full" });
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
    const server = await startReference({ seed: emptySeed(), journal: "full" });
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
    [{ in_order: [{ operation: "listBuyers" }], count: 2 }, "in_order goes with wait only"],
    [{ in_order: [{ status: 200 }] }, "needs either operation, or both method and path"],
    [{ nothing_else: true, wait: "5s" }, "nothing_else can't be combined with anything"],
    [{ operation: "listBuyers", wait: "61s" }, "must be a time from 0s to 60s, with its unit, as in 25s"],
    [
      { operation: "listBuyers", headers: { Authorization: "Bearer x" } },
      "can't be compared: values of this header are never kept",
    ],
  ])("is refused when it says %j", async (wanted, msg) => {
    const { json, status } = await verify(wanted);
    expect([status, json.detail[0].msg]).toEqual([422, msg]);
  });

  it("of a redacted journal can't ask for bodies, nor for values of a query that it masks", async () => {
    const redacted = await startReference({ seed: emptySeed() });
    try {
      await redacted.request("GET", "/buyers?search=Ada&limit=3");
      const body = await verify({ operation: "listBuyers", body: {} }, redacted);
      expect([body.status, body.json.detail[0].msg]).toEqual([
        422,
        "can't be compared: the journal is redacted and keeps no values; the server has to be started with journal full",
      ]);
      const masked = await verify({ operation: "listBuyers", query: { search: "Eve" }, count: 0 }, redacted);
      expect([masked.status, masked.json.detail[0].loc]).toEqual([422, ["body", "query", "search"]]);
      expect((await verify({ operation: "listBuyers", query: { limit: 3 } }, redacted)).status).toBe(200);
      await redacted.request("GET", "/merchant-accounts/shop/three-ds-configurations");
      const path = { method: "GET", path: "/merchant-accounts/shop/three-ds-configurations" };
      const segment = await verify(path, redacted);
      expect([segment.status, segment.json.detail?.[0].loc]).toEqual([422, ["body", "path"]]);
    } finally {
      await redacted.close();
    }
  });
});

/** A server of its own, with what its journal is asked. */
async function start(options: ReferenceOptions = {}) {
  const server = await startReference({ seed: emptySeed(), journal: "full", ...options });
  onTestFinished(() => server.close());
  return {
    get: (path: string, headers = {}) => server.request("GET", path, { headers }),
    /** The verdict: `holds`, or why it does not. */
    async judge(body: unknown): Promise<string> {
      const { json, status } = await verify(body, server);
      return status === 200 ? "holds" : (json.message ?? json.detail[0].msg);
    },
    verify: (body: unknown) => verify(body, server),
    clear: () => server.request("DELETE", "/_reference/requests", { token: null }),
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

  it("that the redacted journal does not keep is refused, with its place", async () => {
    const { get, verify } = await start({ journal: "redacted" });
    await get("/buyers", { "user-agent": "shop/2.1", "x-step": "2" });
    const agent = { operation: "listBuyers", headers: { "user-agent": "shop/2.1" } };
    expect((await verify(agent)).status).toBe(200);
    const steps = [{ operation: "listBuyers", headers: { "x-step": "2" } }];
    const { json, status } = await verify({ in_order: steps });
    expect([status, json.detail[0].loc]).toEqual([422, ["body", "in_order", "0", "headers", "x-step"]]);
  });
});

describe("a verification that waits", () => {
  it("holds as soon as enough have come", async () => {
    const { get, judge } = await start();
    const coming = judge({ operation: "listBuyers", count: { min: 2 }, wait: "60s" });
    await get("/buyers");
    await get("/audit-logs");
    await get("/buyers");
    expect(await coming).toBe("holds");
  });

  it("fails at once if too many have come, and otherwise when the time is up", async () => {
    const { get, judge } = await start();
    await get("/buyers");
    expect(await judge({ operation: "listBuyers", count: 0, wait: "60s" })).toBe("1 request matches, not 0");
    expect(await judge({ operation: "listBuyers", count: 2, wait: "20ms" })).toBe("1 request matches, not 2");
  });
});

describe("a verification in order", () => {
  const [buyers, logs, keys] = ["listBuyers", "listAuditLogs", "listApiKeyPairs"].map((operation) => ({
    operation,
  }));

  it("takes each request once, and lets others come between", async () => {
    const { get, judge, verify } = await start();
    for (const path of ["/audit-logs", "/buyers", "/buyers?limit=1", "/audit-logs"]) await get(path);
    expect(await judge({ in_order: [buyers, logs] })).toBe("holds");
    expect(await judge({ in_order: [buyers, { ...buyers, query: { limit: 1 } }, logs] })).toBe("holds");
    const { json } = await verify({ in_order: [logs, buyers] });
    expect([json.matched, json.items.map(({ operation }: { operation: string }) => operation)]).toEqual([
      2,
      ["listAuditLogs", "listBuyers"],
    ]);
  });

  it("says at which step it fails, and what came nearest after the one before", async () => {
    const { get, verify } = await start();
    for (const path of ["/audit-logs", "/buyers?limit=2"]) await get(path);
    const asked = async (...steps: readonly unknown[]) => {
      const { json, status } = await verify({ in_order: steps });
      return [status, json.message, json.step, json.matched, json.nearest.length];
    };
    expect(await asked(keys)).toEqual([417, "step 1 of 1: no request matches", 1, 0, 2]);
    expect(await asked(buyers, logs)).toEqual([
      417,
      "step 2 of 2: no request after that of step 1 matches; one before it does",
      2,
      1,
      0,
    ]);
    expect(await asked(logs, logs, buyers)).toEqual([
      417,
      "step 2 of 3: no request after that of step 1 matches",
      2,
      1,
      1,
    ]);
  });

  it("waits for the steps that are still to come", async () => {
    const { get, judge } = await start();
    const coming = judge({ in_order: [buyers, logs], wait: "60s" });
    for (const path of ["/audit-logs", "/buyers", "/audit-logs"]) await get(path);
    expect(await coming).toBe("holds");
  });
});

describe("a verification that nothing else has come", () => {
  const alone = { nothing_else: true };

  it("lists what earlier ones have not matched", async () => {
    const { get, judge, verify } = await start();
    expect(await judge(alone)).toBe("holds");
    for (const path of ["/buyers", "/audit-logs", "/api-key-pairs", "/buyers?limit=1"]) await get(path);
    await judge({ in_order: [{ operation: "listBuyers" }, { operation: "listApiKeyPairs" }] });
    const { json, status } = await verify(alone);
    expect([status, json.message]).toEqual([417, "2 requests have come that no verification has matched"]);
    expect(json.nearest.map(({ request }: { request: { operation: string } }) => request.operation)).toEqual([
      "listBuyers",
      "listAuditLogs",
    ]);
    await judge({ operation: "listBuyers", count: 2 });
    expect(await judge(alone)).toBe("1 request has come that no verification has matched");
    await judge({ operation: "listAuditLogs" });
    expect(await judge(alone)).toBe("holds");
  });

  it("does not count what one that failed has matched", async () => {
    const { get, judge } = await start();
    await get("/buyers");
    await judge({ operation: "listBuyers", count: 2 });
    expect(await judge(alone)).toBe("1 request has come that no verification has matched");
  });

  it("starts afresh with a cleared journal", async () => {
    const { clear, get, judge } = await start();
    await get("/buyers");
    await clear();
    expect(await judge(alone)).toBe("holds");
    await get("/buyers");
    expect(await judge(alone)).toBe("1 request has come that no verification has matched");
  });
});
