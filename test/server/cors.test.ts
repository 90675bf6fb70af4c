import { expect, it } from "vitest";
import { isOrigin } from "../../src/server/cors.ts";
import { type Reference, startReference } from "../helpers/server.ts";
import { fresh } from "../helpers/shared.ts";

const origin = "http://localhost:3000";
let reference: Reference;

async function start(...cors: readonly string[]): Promise<void> {
  reference = await fresh(startReference({ seed: {}, cors }));
}

const asking = {
  origin,
  "access-control-request-method": "POST",
  "access-control-request-headers": "authorization,x-own",
};

it("pages of an allowed origin are told before a call what they may send", async () => {
  await start(origin);
  const { headers, status } = await reference.request("OPTIONS", "/gift-cards/balances", {
    token: null,
    headers: asking,
  });
  expect([status, headers]).toEqual([
    204,
    {
      "access-control-allow-origin": origin,
      vary: "Origin",
      "access-control-allow-methods": "POST",
      "access-control-allow-headers": "authorization,x-own",
      "access-control-max-age": "600",
    },
  ]);
  const { json } = await reference.request("GET", "/_reference/requests", { token: null });
  expect(json.items).toEqual([]);
});

it("pages of an allowed origin may read answers and refusals, and the headers that matter", async () => {
  await start("https://other.example", origin);
  for (const token of [reference.token(), null]) {
    const { headers } = await reference.request("GET", "/buyers", { token, headers: { origin } });
    expect([headers["access-control-allow-origin"], headers["vary"]]).toEqual([origin, "Origin"]);
    expect(headers["access-control-expose-headers"]).toContain("x-request-id");
  }
});

it("pages of an allowed origin may come from anywhere with *", async () => {
  await start("*");
  const { headers } = await reference.request("GET", "/buyers", {
    headers: { origin: "https://any.example" },
  });
  expect(headers["access-control-allow-origin"]).toBe("https://any.example");
});

it("a page of another origin gets no mark, and 405 for what a browser asks before a call", async () => {
  await start(origin);
  const foreign = { origin: "https://evil.example" };
  const { headers, status } = await reference.request("GET", "/buyers", { headers: foreign });
  expect([status, Object.keys(headers).filter((name) => name.startsWith("access-control"))]).toEqual([
    200,
    [],
  ]);
  const asked = await reference.request("OPTIONS", "/buyers", { headers: { ...asking, ...foreign } });
  expect([asked.status, asked.headers["access-control-allow-origin"]]).toEqual([405, undefined]);
});

it("a page of another origin is not let into the control interface, not even from an allowed origin", async () => {
  await start(origin, "*");
  const { headers, status } = await reference.request("GET", "/_reference/clock", {
    token: null,
    headers: { origin },
  });
  expect([status, headers["access-control-allow-origin"]]).toEqual([403, undefined]);
  const asked = await reference.request("OPTIONS", "/_reference/clock", { token: null, headers: asking });
  expect([asked.status, asked.headers["access-control-allow-origin"]]).toEqual([403, undefined]);
});

it.each([
  ["http://localhost:3000", true],
  ["https://shop.example", true],
  ["*", true],
  ["https://shop.example/", false],
  ["https://shop.example/a", false],
  ["shop.example", false],
  ["null", false],
  ["file:///a", false],
])("an origin is what a browser sends as one: %s is %s", (text, isOne) => {
  expect(isOrigin(text)).toBe(isOne);
});

it.each([
  [
    "http://localhost:3000",
    "Pages of http://localhost:3000 may not call the API; --cors http://localhost:3000 lets them",
  ],
  [
    "https://shop.example",
    "Pages of https://shop.example may not call the API; --cors https://shop.example lets them",
  ],
  ["null", "Pages of this origin may not call the API; --cors ORIGIN lets them"],
])("pages of an origin that is not allowed are named in the journal: %s", async (from, message) => {
  await start("https://other.example");
  for (const path of ["/buyers", "/nowhere"]) {
    await reference.request("OPTIONS", path, { token: null, headers: { ...asking, origin: from } });
    const { json } = await reference.request("GET", "/_reference/requests?limit=1", { token: null });
    expect(json.items[0].near).toEqual({ message });
  }
});
