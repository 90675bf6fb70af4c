import { createPublicKey } from "node:crypto";
import { createServer as createHttpServer, type RequestListener } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ReferenceServer, ReferenceWorld } from "../../src/testing/api.ts";
import { connectReferenceServer, startReferenceServer } from "../../src/testing/testing.ts";

const seed = { buyers: [{ display_name: "Mary", external_identifier: "guest-1" }] };
let started: ReferenceServer;
beforeAll(async () => {
  started = await startReferenceServer({ seed });
});
afterAll(() => started.close());

/** The display names of the buyers that the API answers. */
async function buyersOf(world: ReferenceWorld): Promise<unknown[]> {
  const answer = await call(world, "/buyers");
  return answer.json.items.map((buyer: { display_name: unknown }) => buyer.display_name);
}

async function call(world: ReferenceWorld, path: string, init: RequestInit = {}) {
  const authorization = `Bearer ${await world.token()}`;
  const headers = { authorization, "content-type": "application/json" };
  const answer = await world.fetch(path, { ...init, headers });
  const text = await answer.text();
  return { status: answer.status, json: text === "" ? undefined : JSON.parse(text) };
}

function createAccount(world: ReferenceWorld, id: string) {
  const body = JSON.stringify({ id, display_name: id });
  return call(world, "/merchant-accounts", { method: "POST", body });
}

describe.each([
  { kind: "started in this process", open: async () => started.world() },
  {
    kind: "of a server that was connected to",
    open: async () => (await connectReferenceServer(started.url)).world(),
  },
])("a world $kind", ({ open }) => {
  it("answers the API below its own URL, by the network and by its own fetch", async () => {
    await using world = await open();
    expect(world.url).toBe(`${started.url}/_worlds/${world.name}`);
    const headers = { authorization: `Bearer ${await world.token({ scopes: ["buyers.read"] })}` };
    const [near, far] = await Promise.all([
      world.fetch(new Request(`${world.url}/buyers?limit=1`, { headers })),
      fetch(`${world.url}/buyers?limit=1`, { headers }),
    ]);
    expect([near.status, far.status]).toEqual([200, 200]);
    expect(await near.json()).toEqual(await far.json());
  });

  it("takes the path of any URL to be one of its own, as an application's fetch needs it", async () => {
    await using world = await open();
    const headers = { authorization: `Bearer ${await world.token()}` };
    for (const input of [
      "/buyers",
      "buyers",
      "https://api.example.com/buyers",
      new URL(`${world.url}/buyers`),
    ]) {
      expect((await world.fetch(input, { headers })).status).toBe(200);
    }
    expect(await world.requests({ operation: "listBuyers" })).toHaveLength(4);
    expect(await started.requests({ operation: "listBuyers" })).toEqual([]);
  });

  it("signs tokens that the API accepts, and bad ones that it refuses", async () => {
    await using world = await open();
    const flaws = [
      "expired",
      "future",
      "wrong_key",
      "unknown_key",
      "inactive_key",
      "tampered",
      "alg_none",
    ] as const;
    const statuses = await Promise.all(
      [undefined, ...flaws].map(async (flaw) => {
        const token = await world.token({ scopes: ["buyers.read"], expiresIn: 60, flaw });
        return (await world.fetch("/buyers", { headers: { authorization: `Bearer ${token}` } })).status;
      }),
    );
    expect(statuses).toEqual([200, ...flaws.map(() => 401)]);
  });

  it("limits a token to scopes, merchant accounts and a lifetime", async () => {
    await using world = await open();
    const token = await world.token({
      scopes: ["buyers.read"],
      merchantAccounts: ["default"],
      expiresIn: "10m",
    });
    const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    expect(claims.scopes).toEqual(["buyers.read"]);
    expect(Math.abs(claims.exp - Date.now() / 1000 - 600)).toBeLessThan(30);
    await expect(world.token({ merchantAccounts: ["nowhere"] })).rejects.toThrow(
      'refused: merchantAccounts.0: "nowhere" is not the id of a merchant account. Known: default',
    );
  });

  it("adds data, returns what is stored, and goes back to what it was made with", async () => {
    await using world = await open();
    expect(await world.seed({ buyers: [{ display_name: "Ada" }] })).toEqual({ buyers: 1 });
    expect((await buyersOf(world)).toSorted()).toEqual(["Ada", "Mary"]);
    await createAccount(world, "shop");
    expect((await world.data("merchant_accounts")).map(({ id }) => id).toSorted()).toEqual([
      "default",
      "shop",
    ]);
    await world.reset();
    expect(await buyersOf(world)).toEqual(["Mary"]);
    expect((await world.data("merchant_accounts")).map(({ id }) => id)).toEqual(["default"]);
  });

  it("names every problem of a seed document", async () => {
    await using world = await open();
    const wrong = { buyers: [{ display_name: 7 }], buyer: [] };
    await expect(Reflect.apply(world.seed, undefined, [wrong])).rejects.toThrow(
      /refused: .*seed\.buyers\.0\.display_name[\s\S]*seed\.buyer/,
    );
  });

  it("goes back to a snapshot as often as asked, until that is deleted", async () => {
    await using world = await open();
    const before = await world.snapshot();
    for (const id of ["shop", "store"]) {
      await createAccount(world, id);
      await before.restore();
      expect(await world.data("merchant_accounts")).toHaveLength(1);
    }
    const [listed, ...others] = await world.snapshots();
    expect([listed?.name, listed?.taken_at, others]).toEqual([before.name, expect.any(String), []]);
    await listed?.delete();
    expect(await world.snapshots()).toEqual([]);
    await expect(before.restore()).rejects.toThrow(/No snapshot has the name "[\w-]+"/);
  });

  it("adds faults to those that are set, and removes a single one", async () => {
    await using world = await open();
    await world.faults([{ operation: "listAuditLogs", status: 503 }]);
    const added = await world.addFaults([{ operation: "listBuyers", status: 503 }]);
    expect(added).toEqual([{ id: expect.any(String), operation: "listBuyers", status: 503, hits: 0 }]);
    expect((await call(world, "/buyers")).status).toBe(503);
    for (const { id } of added) await world.removeFault(id);
    expect((await world.faults()).map(({ operation }) => operation)).toEqual(["listAuditLogs"]);
    await expect(world.removeFault("7")).rejects.toThrow("refused: No fault rule has this id");
    await expect(world.removeFault("")).rejects.toThrow("the name of a fault must not be empty");
    const wrong = [{ operation: "listAuditLogs", status: 500, times: 0 }] as const;
    await expect(world.addFaults(wrong)).rejects.toThrow("refused: faults.0.");
  });

  it("keeps a snapshot under a name of one's choice, and not under one that can't be", async () => {
    await using world = await open();
    expect((await world.snapshot("before-checkout")).name).toBe("before-checkout");
    await expect(world.snapshot("a b")).rejects.toThrow("refused: name: must be 1 to 50 letters");
    await expect(world.snapshot("")).rejects.toThrow("the name of a snapshot must not be empty");
  });

  it("replaces the faults, returns their hits, and refuses a rule that can't fire", async () => {
    await using world = await open();
    await world.faults([{ operation: "listBuyers", status: 503, times: 2 }]);
    const statuses = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await call(world, "/buyers")).status);
    expect(statuses).toEqual([503, 503, 200]);
    expect(await world.faults()).toMatchObject([{ operation: "listBuyers", status: 503, times: 2, hits: 2 }]);
    expect(await world.faults([])).toEqual([]);
    await expect(world.faults([{ status: 503 }])).rejects.toThrow("refused: faults.0.operation: is needed");
    const wrong: readonly (readonly [unknown, string])[] = [
      [["GET /buyers 503"], 'faults.0: must be an object, as in {"operation": "listBuyers", "status": 503'],
      ["GET /buyers 503", "faults: must be a list of rules"],
    ];
    for (const [rules, message] of wrong) {
      await expect(Reflect.apply(world.faults, undefined, [rules])).rejects.toThrow(`refused: ${message}`);
    }
  });

  it("loses an answer whose change is made", async () => {
    await using world = await open();
    await world.faults([{ operation: "createMerchantAccount", status: "reset", times: 1, after: true }]);
    await expect(createAccount(world, "shop")).rejects.toThrow("fetch failed");
    expect(await world.data("merchant_accounts")).toHaveLength(2);
  });

  it("cuts an answer off in its body", async () => {
    await using world = await open();
    await world.faults([{ operation: "listBuyers", status: "truncate" }]);
    await expect(call(world, "/buyers")).rejects.toThrow("terminated");
  });

  it("never answers if a connection hangs, until the caller gives up", async () => {
    await using world = await open();
    await world.faults([{ operation: "listBuyers", status: "hang" }]);
    const giveUp = AbortSignal.timeout(50);
    await expect(call(world, "/buyers", { signal: giveUp })).rejects.toMatchObject({ name: "TimeoutError" });
  });

  it("lets go of a connection that hangs once its fault is gone, it is reset, or it is closed", async () => {
    const world = await open();
    for (const end of [() => world.faults([]), () => world.reset(), () => world.close()]) {
      await world.faults([{ operation: "listBuyers", status: "hang" }]);
      await world.clearRequests();
      const held = call(world, "/buyers").catch(({ name }) => name);
      await expect.poll(() => world.requests({ operation: "listBuyers" })).toHaveLength(1);
      await end();
      expect(await held).toBe("TypeError");
    }
  });

  it("sets, moves, freezes and frees its clock, which judges no tokens", async () => {
    await using world = await open();
    expect(await world.clock.freeze("2026-01-01T00:00:00Z")).toEqual({
      time: "2026-01-01T00:00:00.000Z",
      frozen: true,
    });
    await world.clock.advance("1d");
    await world.clock.advance(1.5);
    expect((await createAccount(world, "shop")).status).toBe(201);
    expect(await world.clock.read()).toMatchObject({ time: "2026-01-02T00:00:01.500Z", frozen: true });
    const token = await world.token();
    await world.clock.set(new Date("2027-01-01T00:00:00Z"));
    const answer = await world.fetch("/buyers", { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(200);
    expect(await world.clock.real()).toMatchObject({ frozen: false });
    expect((await world.clock.freeze()).frozen).toBe(true);
    expect(Date.parse((await started.clock.read()).time)).toBeGreaterThan(Date.parse("2026-06-01"));
  });

  it("returns the requests that have come, as sent, by every filter", async () => {
    await using world = await open();
    await createAccount(world, "shop");
    await call(world, "/buyers?limit=1");
    const [latest, first] = await world.requests();
    expect(latest).toMatchObject({ operation: "listBuyers", query: { limit: "1" }, status: 200 });
    expect(first).toMatchObject({ body: { id: "shop", display_name: "shop" } });
    const filters = [
      { operation: "createMerchantAccount" },
      { method: "POST", path: "/*" },
      { status: 201 },
      { body: { id: "shop" } },
      { status: "2xx", fault: false, since: new Date(0), limit: 1, method: "POST" },
      { header: { "content-type": "application/json" }, method: "POST" },
    ] as const;
    for (const filter of filters) expect(await world.requests(filter)).toEqual([first]);
    expect(await world.requests({ after: first?.id })).toEqual([latest]);
    await world.clearRequests();
    expect(await world.requests()).toEqual([]);
  });

  it("verifies that requests have come, and shows the nearest if they have not", async () => {
    await using world = await open();
    await createAccount(world, "shop");
    const found = await world.verify({ operation: "createMerchantAccount", body: { id: "shop" }, count: 1 });
    expect(found).toMatchObject([{ status: 201 }]);
    await world.verify({ operation: "listBuyers", count: 0 });
    await expect(world.verify({ operation: "createMerchantAccount", body: { id: "store" } })).rejects.toThrow(
      [
        '0 requests match, at least 1 should: {"operation":"createMerchantAccount","body":{"id":"store"}}',
        "nearest:",
        '  POST /merchant-accounts 201 {"id":"shop","display_name":"shop"}',
        '    body/id: "shop", not "store"',
      ].join("\n"),
    );
    await call(world, "/buyers?search=Mary%20Q&limit=1");
    await call(world, "/buyers");
    await expect(world.verify({ operation: "listBuyers", count: 1 })).rejects.toThrow(
      [
        '2 requests match, not 1: {"operation":"listBuyers","count":1}',
        "these match:",
        "  GET /buyers 200",
        "  GET /buyers?search=Mary+Q&limit=1 200",
      ].join("\n"),
    );
    await world.clearRequests();
    await expect(world.verify({ method: "GET", path: "/buyers" })).rejects.toThrow(
      "no other request has come",
    );
    await expect(world.verify({})).rejects.toThrow("needs either operation, or both method and path");
  });

  it("has all to itself: data, faults, clock and requests of another stay as they are", async () => {
    await using one = await open();
    await using other = await open();
    await createAccount(one, "shop");
    await one.faults([{ method: "*", path: "*", status: 503 }]);
    await one.clock.freeze("2026-01-01T00:00:00Z");
    expect(await other.data("merchant_accounts")).toHaveLength(1);
    expect(await other.faults()).toEqual([]);
    expect((await other.clock.read()).frozen).toBe(false);
    expect(await other.requests()).toEqual([]);
  });

  it("makes a copy of itself", async () => {
    await using world = await open();
    await createAccount(world, "shop");
    await using copy = await world.world();
    await createAccount(copy, "store");
    expect(await copy.data("merchant_accounts")).toHaveLength(3);
    expect(await world.data("merchant_accounts")).toHaveLength(2);
  });

  it("is gone once it is closed, however often that is said", async () => {
    const world = await open();
    await world.close();
    await world.close();
    expect((await fetch(`${world.url}/buyers`)).status).toBe(404);
    await expect(world.reset()).rejects.toThrow(`No world has the name "${world.name}"`);
  });
});

describe("a server that was started", () => {
  it("is a world itself, and points other processes at it", async () => {
    expect(started.name).toBeUndefined();
    expect(started.env).toEqual({
      PAYCTL_BASE_URL: started.url,
      PAYCTL_MERCHANT_ACCOUNT: "default",
      PAYCTL_PRIVATE_KEY: started.privateKey,
    });
    expect(createPublicKey(started.privateKey).asymmetricKeyDetails).toEqual({ namedCurve: "secp521r1" });
    expect(await buyersOf(started)).toEqual(["Mary"]);
  });

  it("makes a world as it is asked for", async () => {
    const snapshot = await started.snapshot("shop");
    await using world = await started.world({
      name: "made-to-order",
      from: "snapshot:shop",
      seed: { buyers: [{ display_name: "Ada" }] },
      clock: new Date("2026-01-31T12:00:00Z"),
      frozen: true,
      deterministic: 7,
      faults: [{ operation: "listAuditLogs", status: 503 }],
      embedLimit: 1,
    });
    await snapshot.delete();
    expect(world.name).toBe("made-to-order");
    expect((await buyersOf(world)).toSorted()).toEqual(["Ada", "Mary"]);
    expect(await world.clock.read()).toMatchObject({ time: "2026-01-31T12:00:00.000Z", frozen: true });
    expect(await world.faults()).toMatchObject([{ operation: "listAuditLogs" }]);
    const again = await started.world({ name: "empty-one", from: "empty" });
    expect(await buyersOf(again)).toEqual([]);
    expect((await started.world({ name: "empty-one", from: "empty" })).url).toBe(again.url);
    await expect(started.world({ name: "empty-one" })).rejects.toThrow("was made with other options");
  });

  it("names what is wrong with a time, and how one is written", async () => {
    await using world = await started.world();
    const asked = "must be a number with its unit: ms, s, m, h or d, as in 15m";
    await expect(world.clock.advance("soon")).rejects.toThrow(`refused: by: ${asked}`);
    await expect(world.clock.advance(Number.NaN)).rejects.toThrow(`refused: by: ${asked}`);
    await expect(world.token({ expiresIn: "soon" })).rejects.toThrow(`refused: expiresIn: ${asked}`);
    await expect(world.clock.set(new Date("soon"))).rejects.toThrow("the Date is invalid");
    await expect(world.clock.set("soon")).rejects.toThrow("refused: time: must be a time as in");
  });

  it("names what is wrong with a world that is asked for", async () => {
    await expect(started.world({ name: "" })).rejects.toThrow("the name of a world must not be empty");
    await expect(started.world({ name: "No Name" })).rejects.toThrow(
      "refused: name: must be 1 to 63 lower-case",
    );
    await expect(started.world({ from: "world:nobody" })).rejects.toThrow(
      'refused: from: No world has the name "nobody"',
    );
    await expect(started.world({ embedLimit: 0 })).rejects.toThrow("refused: embedLimit: must be at least 1");
    const unknown = { name: "misspelt", embed_limit: 1 };
    await expect(started.world(unknown)).rejects.toThrow(
      '"embed_limit" is not an option; did you mean embedLimit? Known: name, from,',
    );
  });
});

describe("a server that was connected to", () => {
  it("has a token in place of a key", async () => {
    const server = await connectReferenceServer(`${started.url}/`);
    expect(server.privateKey).toBeUndefined();
    expect(server.env).toEqual({
      PAYCTL_BASE_URL: started.url,
      PAYCTL_MERCHANT_ACCOUNT: "default",
      PAYCTL_TOKEN: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    });
    const headers = { authorization: `Bearer ${server.env["PAYCTL_TOKEN"]}` };
    expect((await fetch(`${server.url}/buyers`, { headers })).status).toBe(200);
  });

  it("runs on when it is closed, without the worlds that were made and with those that were there", async () => {
    const there = await started.world({ name: "there-before" });
    const server = await connectReferenceServer(started.url);
    const made = await server.world();
    await server.world({ name: "there-before" });
    await server.close();
    expect((await fetch(made.url)).status).toBe(404);
    await expect(made.data("buyers")).rejects.toThrow("No world has the name");
    expect(await there.data("buyers")).toHaveLength(1);
    await there.close();
  });

  it("leaves the worlds that it is told to keep, one or all", async () => {
    const server = await connectReferenceServer(started.url);
    const [one, other] = [await server.world(), await server.world()];
    await one.close({ keep: true });
    await server.close();
    expect([await buyersOf(one), (await fetch(other.url)).status]).toEqual([["Mary"], 404]);
    const second = await connectReferenceServer(started.url);
    const kept = await second.world();
    await second.close({ keep: true });
    expect(await buyersOf(kept)).toEqual(["Mary"]);
  });

  it("is refused if nobody answers, and for what is not an address", async () => {
    await expect(connectReferenceServer("http://127.0.0.1:1")).rejects.toThrow(
      "no reference server answers at http://127.0.0.1:1",
    );
    await expect(connectReferenceServer("localhost:4010")).rejects.toThrow("is not the address of a server");
  });

  /** What another program is asked where a server with this token was expected, and how that ends. */
  async function connectToStranger(controlToken: string, answer: RequestListener) {
    const asked: string[] = [];
    const stranger = createHttpServer((request, response) => {
      asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
      answer(request, response);
    });
    await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${Object(stranger.address()).port}`;
    const ended = await connectReferenceServer(url, { controlToken }).catch((error) => error.message);
    stranger.closeAllConnections();
    stranger.close();
    return { asked, ended, url };
  }

  it("is refused where another program answers, which gets no control token", async () => {
    const { asked, ended, url } = await connectToStranger("a-secret-of-some-length", (_, response) => {
      response.setHeader("x-request-id", "1").end('{"token": "theirs"}');
    });
    expect(ended).toBe(`what answers at ${url} is not a reference server`);
    expect(asked).toEqual(["HEAD /_reference/health undefined"]);
  });

  it("takes a control token nowhere else by a redirect", async () => {
    const { asked, ended } = await connectToStranger("a-secret-of-some-length", ({ method }, response) => {
      response.setHeader("x-payctl-instance", "1");
      response.writeHead(method === "HEAD" ? 200 : 307, { location: "/elsewhere" }).end();
    });
    expect(ended).toBe("the reference server refused: status 307");
    expect(asked).toEqual([
      "HEAD /_reference/health undefined",
      "POST /_reference/tokens Bearer a-secret-of-some-length",
    ]);
  });

  it("gets no control token unencrypted, unless it is on this machine", async () => {
    const controlToken = "a-secret-of-some-length";
    const url = "http://reference.example.com";
    await expect(connectReferenceServer(url, { controlToken })).rejects.toThrow(
      `the control token would be sent to ${url} unencrypted: use https off this machine`,
    );
  });

  it("may be one of its worlds", async () => {
    await using made = await started.world();
    const server = await connectReferenceServer(made.url);
    await server.seed({ buyers: [{ display_name: "Ada" }] });
    expect(await made.data("buyers")).toHaveLength(2);
  });
});
