import { afterEach, describe, expect, it } from "vitest";
import { type Reference, startReference } from "../../helpers/server.ts";

let reference: Reference;
afterEach(() => reference.close());

const origin = "http://localhost:4010";
const token = "a-token-of-the-control-interface";

async function health(from: { address?: string; headers?: Record<string, string> }) {
  const { json, status } = await reference.request("GET", "/_reference/health", { token: null, ...from });
  return [status, json.message ?? json.status];
}

describe("the control interface without a token", () => {
  it.each(["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"])(
    "without a token, the control interface is open to %s",
    async (address) => {
      reference = await startReference({ seed: {} });
      expect(await health({ address, headers: { host: "localhost:4010" } })).toEqual([200, "ok"]);
    },
  );

  it.each(["192.0.2.1", "::ffff:192.0.2.1", "127.0.0.1.example.com", "2001:db8::1", ""])(
    "the control interface is closed to %s, whatever name it calls the server by",
    async (address) => {
      reference = await startReference({ seed: {} });
      expect(await health({ address, headers: { host: "localhost:4010" } })).toEqual([
        403,
        "The control interface is for programs on this machine",
      ]);
    },
  );
});

describe("the control interface and the name that it is called by", () => {
  it.each<Record<string, string>>([
    { host: "" },
    { host: ":4010" },
    { host: "example.com" },
    { host: "localhost.example.com:4010" },
    { host: "localhost:4010", origin: "http://localhost:4011" },
    { host: "localhost:4010", origin: "https://localhost:4010" },
    { host: "localhost:4010", origin: "http://127.0.0.1:4010" },
    { host: "localhost:4010", origin: "http://localhost:4010.example.com" },
    { host: "example.com", origin: "http://example.com" },
    { host: "localhost:4010", origin: "null" },
  ])("the control interface is closed to %j", async (headers) => {
    reference = await startReference({ seed: {} });
    expect(await health({ address: "127.0.0.1", headers })).toEqual([
      403,
      "The control interface is for programs on this machine",
    ]);
  });
});

describe("the control interface of a server that speaks https", () => {
  it("without a token, its own page has an https address, and no page in clear is its own", async () => {
    reference = await startReference({ seed: {}, speaksTls: true });
    const from = (scheme: string) => {
      const headers = { host: "localhost:4010", origin: `${scheme}://localhost:4010` };
      return health({ address: "127.0.0.1", headers });
    };
    expect(await from("https")).toEqual([200, "ok"]);
    expect(await from("http")).toEqual([403, "The control interface is for programs on this machine"]);
  });
});

describe("the control interface and a proxy", () => {
  it.each(["x-forwarded-for", "via", "forwarded", "x-real-ip", "x-forwarded-host"])(
    "without a token, a request that was passed on with %s does not come from this machine",
    async (name) => {
      reference = await startReference({ seed: {} });
      const headers = { host: "localhost:4010", [name]: "127.0.0.1" };
      expect((await health({ address: "127.0.0.1", headers }))[0]).toBe(403);
      await reference.close();
      reference = await startReference({ seed: {}, controlToken: token });
      const withToken = { ...headers, authorization: `Bearer ${token}` };
      expect((await health({ address: "127.0.0.1", headers: withToken }))[0]).toBe(200);
    },
  );
});

describe("the control interface of a world that does not exist", () => {
  it.each(["/_reference/health", "/_reference/requests", "/_reference", "/_reference/", "/_reference/none"])(
    "whether a world has %s is told only with the control token",
    async (path) => {
      reference = await startReference({ seed: {}, controlToken: token });
      await reference.request("PUT", "/_reference/worlds/shop", { token, body: {} });
      const ask = async (name: string) => {
        const answer = await reference.exchange({
          method: "GET",
          target: `/_worlds/${name}${path}`,
          headers: {},
        });
        return { status: answer.status, body: answer.body.length };
      };
      expect(await ask("none")).toEqual(await ask("shop"));
      const answer = await reference.request("GET", "/_worlds/none/_reference/health", { token });
      expect([answer.status, answer.json.message]).toEqual([404, 'No world has the name "none"']);
    },
  );
});

describe("the control interface and a browser", () => {
  it.each(["cross-site", "same-site", "none", "same-origin", "anything"])(
    "a browser's %s request is answered only if it comes from the page itself or the address bar",
    async (site) => {
      reference = await startReference({ seed: {} });
      const headers = { host: "localhost:4010", "sec-fetch-site": site };
      const answer = await reference.request("GET", "/_reference/health", { token: null, headers });
      expect(answer.status).toBe(["none", "same-origin"].includes(site) ? 200 : 403);
      expect(answer.headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "cross-origin-resource-policy": "same-origin",
      });
    },
  );

  it.each(["localhost:4010", "LOCALHOST:4010", "127.0.0.1:4010", "127.0.0.1", "[::1]:4010", "localhost"])(
    "the page at %s may call the control interface that it came from",
    async (host) => {
      reference = await startReference({ seed: {} });
      const origin = `http://${host.toLowerCase()}`;
      expect(await health({ headers: { host, origin, "sec-fetch-site": "same-origin" } })).toEqual([
        200,
        "ok",
      ]);
    },
  );

  it.each<[number, Record<string, string>]>([
    [200, {}],
    [200, { "content-type": "text/plain" }],
    [200, { origin, "content-type": "application/json" }],
    [200, { origin, "content-type": "Application/JSON; charset=utf-8" }],
    [403, { origin, "content-type": "text/plain" }],
    [403, { origin, "content-type": "application/jsonp" }],
    [403, { "sec-fetch-site": "same-origin", "content-type": "application/x-www-form-urlencoded" }],
    [403, { "sec-fetch-site": "none", "content-type": "" }],
  ])("a seed document is answered %i when it comes with %j", async (status, headers) => {
    reference = await startReference({ seed: {} });
    const all = { host: "localhost:4010", "content-type": "", ...headers };
    const body = "merchant_accounts: [{ id: shop, display_name: Shop }]";
    const answer = await reference.request("POST", "/_reference/seed", { token: null, headers: all, body });
    expect(answer.status).toBe(status);
    const { json } = await reference.request("GET", "/_reference/data/merchant_accounts", { token: null });
    expect(json.items).toHaveLength(status === 200 ? 2 : 1);
  });
});

describe("the control interface with a token", () => {
  it.each(["192.0.2.1", "127.0.0.1"])(
    "with a token, the control interface is open to anyone who has it, from %s",
    async (address) => {
      reference = await startReference({ seed: {}, controlToken: token });
      const headers = { host: "reference.example.com", authorization: `Bearer ${token}` };
      expect(await health({ address, headers })).toEqual([200, "ok"]);
    },
  );

  it.each<[string, Record<string, string>]>([
    ["without it", {}],
    ["with a longer one", { authorization: `Bearer ${token}s` }],
    ["with its beginning", { authorization: `Bearer ${token.slice(0, -1)}` }],
    ["with its first character", { authorization: `Bearer ${token[0]}` }],
    ["with its end", { authorization: `Bearer ${token.slice(1)}` }],
    ["with an empty one", { authorization: "Bearer " }],
    ["with a token of the API", { authorization: "Bearer a.b.c" }],
  ])("with a token, the control interface is closed %s, even from this machine", async (_, headers) => {
    reference = await startReference({ seed: {}, controlToken: token });
    expect(await health({ address: "127.0.0.1", headers })).toEqual([
      403,
      "The control interface needs its token, as a bearer token",
    ]);
  });

  it("with a token, its own page may call the control interface, behind TLS too", async () => {
    reference = await startReference({ seed: {}, controlToken: token });
    const host = "reference.example.com";
    for (const origin of [`http://${host}`, `https://${host}`]) {
      const headers = { host, origin, authorization: `Bearer ${token}` };
      expect(await health({ address: "192.0.2.1", headers })).toEqual([200, "ok"]);
    }
  });

  it("a caller without the token learns that one is needed, from a header that its page reads", async () => {
    reference = await startReference({ seed: {}, controlToken: token });
    const answer = await reference.request("GET", "/_reference/health", { token: null });
    expect([answer.status, answer.headers["www-authenticate"]]).toEqual([403, "Bearer"]);
  });

  it("the control interface refuses pages of others even with the control token", async () => {
    reference = await startReference({ seed: {}, controlToken: token });
    const headers = { authorization: `Bearer ${token}`, origin: "https://example.com" };
    expect((await health({ headers }))[0]).toBe(403);
  });
});

it.each([
  ["PATCH", "/_reference/faults", "DELETE, GET, POST, PUT"],
  ["GET", "/_reference/reset", "POST"],
  ["PUT", "/_reference/snapshots/a/restore", "POST"],
  ["HEAD", "/_reference/clock", "GET, PUT"],
  ["POST", "/openapi.json", "GET"],
])("%s %s is answered 405 with what may be done", async (method, path, allow) => {
  reference = await startReference({ seed: {} });
  const { headers, json, status } = await reference.request(method, path, { token: null });
  expect([status, headers["allow"], json.code]).toEqual([405, allow, "method_not_allowed"]);
});
