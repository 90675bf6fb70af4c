import { afterEach, describe, expect, it } from "vitest";
import { emptySeed } from "../../../src/server/seed/seed.ts";
import { type Reference, startReference } from "../../helpers/server.ts";

let reference: Reference;
afterEach(() => reference.close());

const token = "a-token-of-the-control-interface";

async function health(from: { address?: string; headers?: Record<string, string> }) {
  const { json, status } = await reference.request("GET", "/_reference/health", { token: null, ...from });
  return [status, json.message ?? json.status];
}

describe("the control interface without a token", () => {
  it.each(["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"])(
    "without a token, the control interface is open to %s",
    async (address) => {
      reference = await startReference({ seed: emptySeed() });
      expect(await health({ address, headers: { host: "localhost:4010" } })).toEqual([200, "ok"]);
    },
  );

  it.each(["192.0.2.1", "::ffff:192.0.2.1", "127.0.0.1.example.com", "2001:db8::1", ""])(
    "the control interface is closed to %s, whatever name it calls the server by",
    async (address) => {
      reference = await startReference({ seed: emptySeed() });
      expect(await health({ address, headers: { host: "localhost:4010" } })).toEqual([
        403,
        "The control interface is for programs on this machine",
      ]);
    },
  );
});

it.each(["cross-site", "none", "same-origin"])(
  "the control interface and a browser's %s request",
  async (site) => {
    reference = await startReference({ seed: emptySeed() });
    const headers = { host: "localhost:4010", "sec-fetch-site": site };
    const answer = await reference.request("GET", "/_reference/health", { token: null, headers });
    expect(answer.status).toBe(site === "cross-site" ? 403 : 200);
    expect(answer.headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
    });
  },
);

describe("the control interface with a token", () => {
  it.each(["192.0.2.1", "127.0.0.1"])(
    "with a token, the control interface is open to whoever has it, from %s",
    async (address) => {
      reference = await startReference({ seed: emptySeed(), controlToken: token });
      const headers = { host: "reference.example.com", authorization: `Bearer ${token}` };
      expect(await health({ address, headers })).toEqual([200, "ok"]);
    },
  );

  it.each<[string, Record<string, string>]>([
    ["without it", {}],
    ["with another", { authorization: `Bearer ${token}s` }],
    ["with a token of the API", { authorization: "Bearer a.b.c" }],
  ])("with a token, the control interface is closed %s, even from this machine", async (_, headers) => {
    reference = await startReference({ seed: emptySeed(), controlToken: token });
    expect(await health({ address: "127.0.0.1", headers })).toEqual([
      403,
      "The control interface needs its token, as a bearer token",
    ]);
  });

  it("the control interface refuses web pages even with the control token", async () => {
    reference = await startReference({ seed: emptySeed(), controlToken: token });
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
  reference = await startReference({ seed: emptySeed() });
  const { headers, json, status } = await reference.request(method, path, { token: null });
  expect([status, headers["allow"], json.code]).toEqual([405, allow, "method_not_allowed"]);
});
