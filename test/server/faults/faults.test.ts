import { connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { FaultRule } from "../../../src/contract/control/schemas/faults.ts";
import { type AnyOperation, allOperations, operations } from "../../../src/contract/operations.ts";
import { UsageError } from "../../../src/errors.ts";
import { checkFaults } from "../../../src/server/faults/fault-rule.ts";
import { createFaults, type FaultedRequest } from "../../../src/server/faults/faults.ts";
import { parseFaults } from "../../../src/server/faults/parse-fault.ts";
import { TransportFault } from "../../../src/server/faults/simulate.ts";
import { type Listener, listen } from "../../../src/server/http/listen.ts";
import type { Seed } from "../../../src/server/seed/seed.ts";
import type { Cells } from "../../../src/server/store/store.ts";
import { failureShape } from "../../helpers/failure-shape.ts";
import { type Reference, startReference } from "../../helpers/server.ts";
import { openTestStorage } from "../store/stores.ts";

function asked(operation: AnyOperation, path: string): FaultedRequest {
  return { operation, path };
}

const hint = "as in --fault 'GET /buyers 503 x2' or --fault 'POST /merchant-accounts reset x1 after'";

const names = allOperations.map(({ name }) => name).join(", ");
const paths = [...new Set(allOperations.map(({ path }) => path.replaceAll(/\{\w+\}/g, "*")))].join(", ");

it.each<[string, FaultRule]>([
  ["GET /buyers 503 x2", { method: "GET", path: "/buyers", status: 503, times: 2 }],
  [
    "POST /merchant-accounts reset x1 after",
    { method: "POST", path: "/merchant-accounts", status: "reset", times: 1, after: true },
  ],
  ["listBuyers 429 skip=3 retry-after=7", { operation: "listBuyers", status: 429, skip: 3, retry_after: 7 }],
  ["* * latency=250ms", { method: "*", path: "*", latency_ms: 250 }],
  ["DELETE /api-key-pairs/* hang", { method: "DELETE", path: "/api-key-pairs/*", status: "hang" }],
  [
    "DELETE /api-key-pairs/{api_key_pair_id} truncate",
    { method: "DELETE", path: "/api-key-pairs/{api_key_pair_id}", status: "truncate" },
  ],
])("the fault rule %s is understood", (text, rule) => {
  expect(parseFaults([text])).toEqual([rule]);
});

it.each([
  ["GET /buyers 503 twice", "twice is not understood"],
  ["GET /buyers 503 every=2", "every=2 is not understood"],
  ["GET /buyers 503 x1 then 500", "then is not understood"],
  ["GET /buyers 503 500", "status is given twice"],
  ["GET /buyers", "status is needed, or latency_ms above 0"],
  ["GET /nowhere 503", `path "/nowhere" is not the path of an operation. Known: ${paths}`],
  ["GET /buyer 503", `path "/buyer" is not the path of an operation; did you mean /buyers? Known: ${paths}`],
  ["DELETE /api-key-pairs 503", "method is not allowed for this path"],
  ["HEAD /buyers 503", "method is not allowed for this path"],
  ["GET", "path is missing"],
  [
    "listBuyer 503",
    `operation "listBuyer" is not an operation name; did you mean listBuyers? Known: ${names}`,
  ],
  ["nothing 503", `operation "nothing" is not an operation name. Known: ${names}`],
  ["GET /buyers 503 x0", "times must be at least 1, or the rule never fires"],
  ["GET /buyers latency=0", "status is needed, or latency_ms above 0"],
  ["GET /buyers latency=5 after", "after needs a status: without one no answer is lost"],
  ["GET /buyers reset retry-after=1", "retry_after goes with 425, 429, 503 only"],
  ["GET /buyers 500 retry-after=1", "retry_after goes with 425, 429, 503 only"],
])("the fault rule %s is refused by name", (text, reason) => {
  expect(() => parseFaults([text])).toThrow(new UsageError(`--fault '${text}': ${reason}`, { hint }));
});

it.each([200, 302, 418, 599])("a fault rule whose status %i is not a failure is refused", (status) => {
  const known = "400, 401, 403, 404, 405, 409, 422, 425, 429, 500, 502, 503, 504, reset, hang, truncate";
  expect(() => parseFaults([`GET /buyers ${status}`])).toThrow(
    new UsageError(`--fault 'GET /buyers ${status}': status must be one of ${known}`, { hint }),
  );
});

it("a fault rule that can't fire is named by its place, with every problem", () => {
  const rules: FaultRule[] = [
    { operation: "listBuyers", status: 503 },
    { operation: "listBuyers", path: "/buyers", status: 700, times: 0 },
    { method: "GET", status: 503 },
  ];
  expect(checkFaults(rules).map(({ field, index }) => [index, field])).toEqual([
    [1, "operation"],
    [1, "times"],
    [1, "status"],
    [2, "operation"],
  ]);
});

const { deleteApiKeyPair, listBuyers } = operations;

/** Faults of a server, and what fires for requests, one after the other. */
async function openRules(rules: readonly FaultRule[]) {
  const { look, root } = await openTestStorage();
  const change: Cells["change"] = async (name, work) => {
    const value = await root.cells.change(name, work);
    faults.refresh((await look(undefined)).root.cells.faults);
    return value;
  };
  const faults = createFaults(change, root.counts);
  await faults.replace(rules);
  return {
    faults,
    async fired(requests: readonly FaultedRequest[]) {
      const statuses: unknown[] = [];
      for (const request of requests) statuses.push((await faults.take(request))?.rule.status);
      return statuses;
    },
  };
}

it("a fault rule lets requests pass, fires, and leaves the rest to the next rule", async () => {
  const [first, second] = parseFaults(["GET /buyers 503 x2 skip=1", "GET /buyers 500 x1"]);
  const { faults, fired } = await openRules([first, second].filter((rule) => rule !== undefined));
  const five = Array(5).fill(asked(listBuyers, "/buyers"));
  expect(await fired(five)).toEqual([500, 503, 503, undefined, undefined]);
  expect((await faults.list()).map(({ hits }) => hits)).toEqual([2, 1]);
});

it("a fault rule heeds the segments of a path, in whatever spelling", async () => {
  const { fired } = await openRules(parseFaults(["DELETE /api-key-pairs/a%2Db 503"]));
  const paths = ["/api-key-pairs/a-b", "/api-key-pairs/%61-b", "/api-key-pairs/b"];
  expect(await fired(paths.map((path) => asked(deleteApiKeyPair, path)))).toEqual([503, 503, undefined]);
});

it("rules for the same requests, each used up in its turn, are a scenario", async () => {
  const { faults, fired } = await openRules(
    parseFaults(["GET /buyers 503 x1", "GET /buyers reset x2", "GET /buyers 500 x1", "GET /* 400"]),
  );
  const five = Array(5).fill(asked(listBuyers, "/buyers"));
  expect(await fired(five)).toEqual([503, "reset", "reset", 500, 400]);
  expect((await faults.list()).map(({ hits }) => hits)).toEqual([1, 2, 1, 1]);
});

it("counting starts again with other fault rules", async () => {
  const rules = parseFaults(["GET /buyers 503 x1"]);
  const { faults } = await openRules(rules);
  await faults.take(asked(listBuyers, "/buyers"));
  await faults.replace(rules);
  expect(await faults.list()).toEqual([{ id: "2", rule: rules[0], hits: 0 }]);
});

describe("a fault", () => {
  let reference: Reference;
  let listener: Listener | undefined;
  afterEach(async () => {
    await listener?.close(0);
    listener = undefined;
    await reference.close();
  });

  const start = (...texts: string[]) => startWith(parseFaults(texts));

  async function startWith(rules: readonly FaultRule[], seed: Partial<Seed> = {}): Promise<void> {
    reference = await startReference({ seed: { ...seed } });
    const { status } = await reference.request("PUT", "/_reference/faults", { token: null, body: rules });
    expect(status).toBe(200);
  }

  const account = { id: "shop", display_name: "Shop" };
  const create = () => reference.request("POST", "/merchant-accounts", { body: account });
  const accounts = async () => {
    const { json } = await reference.request("GET", "/_reference/data/merchant_accounts", { token: null });
    return json.items.map(({ id }: { id: string }) => id);
  };

  const refused = "Request could not be processed";
  const detail = [{ loc: ["body"], msg: "Simulated failure", type: "value_error" }];

  it.each([
    ["502 x1", failureShape(502, "bad_gateway", refused), undefined],
    ["503 retry-after=4 x1", failureShape(503, "server_error", refused), "4"],
    ["422 x1", { detail }, undefined],
    ["429 x1", expect.objectContaining({ status: 429 }), "1"],
    ["429 retry-after=9 x1", expect.objectContaining({ status: 429 }), "9"],
  ])(
    "stands in for an answer in the shape of every failure, as often as it should: %s",
    async (text, json, wait) => {
      await start(`GET /buyers ${text}`);
      const answer = await reference.request("GET", "/buyers");
      const again = await reference.request("GET", "/buyers");
      expect([answer.status, answer.json, answer.headers["retry-after"], again.status]).toEqual([
        Number(text.slice(0, 3)),
        json,
        wait,
        200,
      ]);
    },
  );

  const wallet = "f0000000-0000-4000-8000-000000000001";
  const other = "f0000000-0000-4000-8000-000000000002";

  it.each([
    ["POST", "/merchant-accounts", { id: "shop-1", display_name: "Taken" }, "shop-1"],
    ["POST", "/merchant-accounts", { id: "shop-2", display_name: "Free" }, "default"],
    ["POST", "/merchant-accounts", "no JSON", "default"],
    ["POST", `/digital-wallets/${wallet.toUpperCase()}/domains`, { domain_name: "shop.example" }, wallet],
    ["POST", `/digital-wallets/${other}/domains`, { domain_name: "shop.example" }, "default"],
    ["GET", "/buyers", undefined, "default"],
  ])(
    "a simulated 409 of %s %s with %j names what exists, as a real one does",
    async (method, path, body, id) => {
      await startWith([{ method: "*", path: "*", status: 409 }], {
        merchant_accounts: [{ id: "shop-1", display_name: "Shop" }],
        digital_wallets: [{ id: wallet, provider: "apple" }],
      });
      const { json, status } = await reference.request(method, path, body === undefined ? {} : { body });
      expect([status, json]).toEqual([
        409,
        failureShape(409, "duplicate_record", "A record with this identity exists", { resource_id: id }),
      ]);
    },
  );

  it("a simulated 409 with after names what has just been made", async () => {
    await start("POST /merchant-accounts 409 x1 after");
    expect([(await create()).json.resource_id, await accounts()]).toEqual(["shop", ["shop", "default"]]);
  });

  it.each([
    ["GET", "/buyers", "GET"],
    ["GET", "/gift-cards/balances", "POST"],
    ["POST", "/merchant-accounts", "POST"],
  ])("a simulated 405 of %s %s names the methods of the path, as a real one does", async (_, path, allow) => {
    await start(`* ${path} 405`);
    const simulated = await reference.request(allow, path);
    await reference.request("DELETE", "/_reference/faults", { token: null });
    const real = await reference.request("PATCH", path);
    expect([simulated.status, simulated.headers["allow"]]).toEqual([405, allow]);
    expect([real.status, real.headers["allow"]]).toEqual([405, allow]);
  });

  it("is added after the others, known by its id, and removed by it", async () => {
    await start("GET /buyers 503 x1");
    const control = (method: string, path: string, body?: unknown) =>
      reference.request(method, `/_reference/${path}`, { token: null, body });
    const added = await control("POST", "faults", { operation: "listBuyers", status: 500, times: 1 });
    expect([added.status, added.json]).toEqual([
      201,
      { ids: ["2"], items: [{ id: "2", operation: "listBuyers", status: 500, times: 1, hits: 0 }] },
    ]);
    const more = await control("POST", "faults", [{ operation: "listBuyers", status: 429 }]);
    expect(more.json.ids).toEqual(["3"]);
    expect((await control("DELETE", "faults/2")).status).toBe(204);
    expect((await control("DELETE", "faults/2")).status).toBe(404);
    const statuses = [await reference.request("GET", "/buyers"), await reference.request("GET", "/buyers")];
    expect(statuses.map(({ status }) => status)).toEqual([503, 429]);
  });

  it("comes after the token and before the parameters", async () => {
    await start("GET /buyers 500 x1");
    const stranger = await reference.request("GET", "/buyers", { token: null });
    const wrong = await reference.request("GET", "/buyers?limit=0");
    expect([stranger.status, wrong.status]).toEqual([401, 500]);
  });

  it.each([
    ["500 x1", account, 500, ["default"]],
    ["500 x1 after", account, 500, ["shop", "default"]],
    ["504 x1 after", {}, 504, ["default"]],
  ])("loses a change, only its answer, or a refusal: %s for %j", async (text, body, status, kept) => {
    await start(`POST /merchant-accounts ${text}`);
    const answer = await reference.request("POST", "/merchant-accounts", { body });
    expect([answer.status, await accounts()]).toEqual([status, kept]);
  });

  it("that is only a delay is accepted", async () => {
    await start("GET /buyers latency=250 x1");
    const statuses = [await reference.request("GET", "/buyers"), await reference.request("GET", "/buyers")];
    expect([statuses.map(({ status }) => status), reference.waits]).toEqual([[200, 200], [250]]);
  });

  it("spares the control interface", async () => {
    await start("* * 500");
    expect((await reference.request("GET", "/_reference/health", { token: null })).status).toBe(200);
  });

  it("of the connection is thrown if there is no connection", async () => {
    await start("GET /buyers reset");
    const error = await reference.request("GET", "/buyers").catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TransportFault);
    expect(error).toMatchObject({ kind: "reset", body: undefined });
  });

  /** Sends a request over a socket; resolves to what arrived before it ended, and how it ended. */
  async function overSocket(method: string, path: string, body = "") {
    listener = await listen(reference.exchange, { host: "127.0.0.1", port: 0, newId: () => "broken" });
    const socket = connect(Number(new URL(listener.url).port), "127.0.0.1");
    const head = [
      `${method} ${path} HTTP/1.1`,
      "host: localhost",
      `authorization: Bearer ${reference.token()}`,
      "content-type: application/json",
      `content-length: ${body.length}`,
    ];
    socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
    let received = "";
    socket.on("data", (chunk) => {
      received += chunk;
    });
    const ended = new Promise<string>((resolve) => {
      socket.once("error", (error) => resolve("code" in error ? String(error.code) : "error"));
      socket.once("end", () => resolve("end"));
    });
    return { received: () => received, ended, socket };
  }

  it("that resets does so before a byte is sent, and after the change if that is wanted", async () => {
    await start("POST /merchant-accounts reset x1 after");
    const { ended, received } = await overSocket("POST", "/merchant-accounts", JSON.stringify(account));
    expect([await ended, received(), await accounts()]).toEqual(["ECONNRESET", "", ["shop", "default"]]);
  });

  it("that truncates promises more than it sends", async () => {
    await start("GET /buyers truncate after x1", "GET /buyers truncate");
    for (const beginning of ['{"items":[],"limit":20,"next_curs', '{"items": [']) {
      const { ended, received } = await overSocket("GET", "/buyers");
      await ended;
      const [head = "", body = ""] = received().split("\r\n\r\n");
      expect([head.split("\r\n")[0], body]).toEqual(["HTTP/1.1 200 OK", beginning]);
      expect(Number(/content-length: (\d+)/i.exec(head)?.[1])).toBeGreaterThan(body.length);
      await listener?.close(0);
    }
  });

  it.each([
    ["DELETE", "faults/1", undefined],
    ["DELETE", "faults", undefined],
    ["PUT", "faults", []],
    ["POST", "reset", undefined],
    ["", "the end of the server", undefined],
  ])("that hangs sends nothing, and lets go of its connection after %s %s", async (method, path, body) => {
    await start("GET /buyers hang");
    const { ended, received } = await overSocket("GET", "/buyers");
    await expect
      .poll(
        async () =>
          (await reference.request("GET", "/_reference/faults", { token: null })).json.items[0].hits,
      )
      .toBe(1);
    if (method === "") await listener?.close(60_000);
    else await reference.request(method, `/_reference/${path}`, { token: null, body });
    await ended;
    expect(received()).toBe("");
  });
});
