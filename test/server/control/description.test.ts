import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openapiDocument } from "../../../src/contract/openapi.ts";
import { emptySeed } from "../../../src/server/seed/seed.ts";
import { type Reference, startReference } from "../../helpers/server.ts";

let reference: Reference;
beforeAll(async () => {
  reference = await startReference({ seed: emptySeed() });
});
afterAll(() => reference.close());

function control(method: string, target: string, headers: Record<string, string> = {}) {
  return reference.request(method, target, { token: null, headers });
}

describe("the control interface", () => {
  it("tells anybody on this machine that the server is well", async () => {
    const { json, status } = await control("GET", "/_reference/health", { host: "localhost:4010" });
    expect([status, json.status]).toEqual([200, "ok"]);
  });

  it.each(["127.0.0.1:4010", "127.0.0.1", "[::1]:4010", "localhost"])("answers under %s", async (host) => {
    expect((await control("GET", "/_reference/health", { host })).status).toBe(200);
  });

  it.each([
    { host: "example.com" },
    { host: "localhost.example.com:4010" },
    { host: "localhost:4010", origin: "http://localhost:4011" },
    { host: "localhost:4010", origin: "https://localhost:4010" },
    { host: "localhost:4010", origin: "http://127.0.0.1:4010" },
    { host: "localhost:4010", origin: "http://localhost:4010.example.com" },
    { host: "example.com", origin: "http://example.com" },
    { host: "localhost:4010", origin: "null" },
  ])("is closed to %j", async (headers) => {
    const { json, status } = await control("GET", "/_reference/health", headers);
    expect([status, json.message]).toEqual([403, "The control interface is for programs on this machine"]);
  });

  it("answers in the shape of every failure", async () => {
    const unknown = await control("GET", "/_reference/nothing");
    const wrong = await control("POST", "/_reference/health");
    expect([unknown.status, unknown.json.code]).toEqual([404, "not_found"]);
    expect([wrong.status, wrong.json.code, wrong.headers["allow"]]).toEqual([
      405,
      "method_not_allowed",
      "GET",
    ]);
  });
});

describe("the API's own description", () => {
  it("is given to anybody, from everywhere", async () => {
    const { json, status } = await control("GET", "/openapi.json", { origin: "https://docs.example" });
    expect([status, json]).toEqual([200, await openapiDocument()]);
  });
});
