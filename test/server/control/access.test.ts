import { expect, it } from "vitest";
import { type Reference, startReference } from "../../helpers/server.ts";
import { shared } from "../../helpers/shared.ts";

const origin = "http://localhost:4010";
const token = "a-token-of-the-control-interface";
const bearer = { authorization: `Bearer ${token}` };

const open = await shared(startReference({ seed: {} }));
const guarded = await shared(startReference({ seed: {}, controlToken: token }));
const secure = await shared(startReference({ seed: {}, speaksTls: true }));

interface From {
  readonly address?: string;
  readonly headers?: Record<string, string>;
}

async function health(reference: Reference, from: From) {
  const { json, status } = await reference.request("GET", "/_reference/health", { token: null, ...from });
  return [status, json.message ?? json.status];
}

const answered = [200, "ok"];
const foreign = [403, "The control interface is for programs on this machine"];
const locked = [403, "The control interface needs its token, as a bearer token"];

it.each(["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"])(
  "without a token, the control interface is open to %s",
  async (address) => {
    expect(await health(open, { address, headers: { host: "localhost:4010" } })).toEqual(answered);
  },
);

it.each(["192.0.2.1", "::ffff:192.0.2.1", "127.0.0.1.example.com", "2001:db8::1", ""])(
  "without a token, the control interface is closed to %s, whatever name it calls the server by",
  async (address) => {
    expect(await health(open, { address, headers: { host: "localhost:4010" } })).toEqual(foreign);
  },
);

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
])("without a token, the control interface is closed to a request with %j", async (headers) => {
  expect(await health(open, { address: "127.0.0.1", headers })).toEqual(foreign);
});

it("a server that speaks https has a page with an https address, and no page in clear is its own", async () => {
  const from = (scheme: string) => {
    const headers = { host: "localhost:4010", origin: `${scheme}://localhost:4010` };
    return health(secure, { address: "127.0.0.1", headers });
  };
  expect([await from("https"), await from("http")]).toEqual([answered, foreign]);
});

it.each(["x-forwarded-for", "via", "forwarded", "x-real-ip", "x-forwarded-host", "x-forwarded-proto"])(
  "a request that was passed on with %s does not come from this machine, and needs the token",
  async (name) => {
    const headers = { host: "localhost:4010", [name]: "127.0.0.1" };
    expect(await health(open, { address: "127.0.0.1", headers })).toEqual(foreign);
    const withToken = { address: "127.0.0.1", headers: { ...headers, ...bearer } };
    expect(await health(guarded, withToken)).toEqual(answered);
  },
);

it.each(["/_reference/health", "/_reference/requests", "/_reference", "/_reference/", "/_reference/none"])(
  "whether a world has %s is told only with the control token",
  async (path) => {
    await guarded.request("PUT", "/_reference/worlds/shop", { token, body: {} });
    const ask = async (name: string) => {
      const request = { method: "GET", target: `/_worlds/${name}${path}`, headers: {} };
      const { body, status } = await guarded.exchange(request);
      return { status, body: body.length };
    };
    expect(await ask("none")).toEqual(await ask("shop"));
    const answer = await guarded.request("GET", "/_worlds/none/_reference/health", { token });
    expect([answer.status, answer.json.message]).toEqual([404, 'No world has the name "none"']);
  },
);

it.each(["cross-site", "same-site", "none", "same-origin", "anything"])(
  "a browser's %s request is answered only if it comes from the page itself or the address bar",
  async (site) => {
    const headers = { host: "localhost:4010", "sec-fetch-site": site };
    const answer = await open.request("GET", "/_reference/health", { token: null, headers });
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
    const headers = { host, origin: `http://${host.toLowerCase()}`, "sec-fetch-site": "same-origin" };
    expect(await health(open, { headers })).toEqual(answered);
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
  const all = { host: "localhost:4010", "content-type": "", ...headers };
  const body = `merchant_accounts: [{ id: ${crypto.randomUUID()}, display_name: Shop }]`;
  const count = async () => {
    const { json } = await open.request("GET", "/_reference/data", { token: null });
    return json.counts.merchant_accounts;
  };
  const before = await count();
  const answer = await open.request("POST", "/_reference/seed", { token: null, headers: all, body });
  expect([answer.status, (await count()) - before]).toEqual([status, status === 200 ? 1 : 0]);
});

it.each(["192.0.2.1", "127.0.0.1"])(
  "with a token, the control interface is open to anyone who has it, from %s",
  async (address) => {
    const headers = { host: "reference.example.com", ...bearer };
    expect(await health(guarded, { address, headers })).toEqual(answered);
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
  const from = { address: "127.0.0.1", headers };
  expect(await health(guarded, from)).toEqual(locked);
  const answer = await guarded.request("GET", "/_reference/health", { token: null, ...from });
  // A page reads from it that it has to ask for the token.
  expect(answer.headers["www-authenticate"]).toBe("Bearer");
});

it("with a token, its own page may call the control interface, behind TLS too, and no other page", async () => {
  const host = "reference.example.com";
  const from = (origin: string) =>
    health(guarded, { address: "192.0.2.1", headers: { host, origin, ...bearer } });
  const answers = [
    await from(`http://${host}`),
    await from(`https://${host}`),
    await from("https://a.example"),
  ];
  expect(answers).toEqual([answered, answered, foreign]);
});

it.each([
  ["PATCH", "/_reference/faults", "DELETE, GET, POST, PUT"],
  ["GET", "/_reference/reset", "POST"],
  ["PUT", "/_reference/snapshots/a/restore", "POST"],
  ["HEAD", "/_reference/clock", "GET, PUT"],
  ["POST", "/openapi.json", "GET"],
])("%s %s is answered 405 with what may be done", async (method, path, allow) => {
  const { headers, json, status } = await open.request(method, path, { token: null });
  expect([status, headers["allow"], json.code]).toEqual([405, allow, "method_not_allowed"]);
});
