import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { type Reference, type ReferenceOptions, startReference } from "../../helpers/server.ts";
import { fresh } from "../../helpers/shared.ts";

let reference: Reference;

interface Asked {
  readonly method?: string;
  readonly target?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly address?: string;
}

async function page(asked: Asked = {}, options: ReferenceOptions = {}) {
  reference = await fresh(startReference({ seed: {}, ...options }));
  const request = { method: "GET", target: "/_reference/", headers: { host: "localhost:4010" } };
  return reference.exchange({ ...request, ...asked });
}

it("the inspector is one page that runs its own script and style, and may call only the server that it came from", async () => {
  const { body, headers, status } = await page();
  const [, style = ""] = /<style>(.*)<\/style>/s.exec(body) ?? [];
  const [, script = ""] = /<script>(.*)<\/script>/s.exec(body) ?? [];
  const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
  expect(headers["content-security-policy"]?.split("; ")).toEqual([
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "connect-src 'self'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]);
  expect(headers).toMatchObject({
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  });
});

it("the inspector takes at most 60 KB as gzip, and names no address to load from", async () => {
  const { body } = await page();
  expect(gzipSync(body).length).toBeLessThan(60_000);
  const addresses = body.match(/\b(?:https?:)?\/\/[\w.-]+\.\w+/g) ?? [];
  // Namespaces of elements, which are never fetched.
  expect(
    addresses.filter((address) => address !== "http://www.w3.org" && address !== "//www.w3.org"),
  ).toEqual([]);
});

it("a world has the inspector at its own address too", async () => {
  await page();
  await reference.request("PUT", "/_reference/worlds/shop", { token: null });
  const request = {
    method: "GET",
    target: "/_worlds/shop/_reference/?any",
    headers: { host: "localhost:4010" },
  };
  const { headers, status } = await reference.exchange(request);
  expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
});

it.each<[string, Asked]>([
  ["another machine", { address: "192.0.2.1" }],
  ["a name that was bent to this machine", { headers: { host: "example.com" } }],
  ["a page of another origin", { headers: { host: "localhost:4010", origin: "https://example.com" } }],
  [
    "a link on a page of another site",
    { headers: { host: "localhost:4010", "sec-fetch-site": "cross-site" } },
  ],
  ["a page of another port", { headers: { host: "localhost:4010", "sec-fetch-site": "same-site" } }],
])("the inspector is closed to %s", async (_, asked) => {
  for (const target of ["/_reference/", "/_reference"]) {
    const { headers, status } = await page({ ...asked, target });
    expect([status, headers["content-type"]]).toEqual([403, "application/json"]);
  }
});

it("with a control token the page is open to everybody, since it holds nothing, and every call needs the token", async () => {
  const asked = { address: "192.0.2.1", headers: { host: "reference.example.com" } };
  const { body, status } = await page(asked, { controlToken: "a-token-of-the-control-interface" });
  expect([status, body.includes("a-token-of")]).toEqual([200, false]);
  const call = await reference.exchange({ method: "GET", target: "/_reference/health", ...asked });
  expect(call.status).toBe(403);
});

it.each([
  ["/_reference", "http://localhost:4010/_reference/"],
  ["/_reference?section=data", "http://localhost:4010/_reference/?section=data"],
  ["/_worlds/shop/_reference", "http://localhost:4010/_worlds/shop/_reference/"],
])("%s leads to the page with the slash at its end", async (target, address) => {
  await page();
  await reference.request("PUT", "/_reference/worlds/shop", { token: null });
  const { body, headers, status } = await reference.exchange({
    method: "GET",
    target,
    headers: { host: "localhost:4010" },
  });
  expect([status, body]).toEqual([308, ""]);
  // As a browser resolves it, whatever precedes the server's own path.
  expect(new URL(headers["location"] ?? "", `http://localhost:4010${target}`).href).toBe(address);
  expect(headers).toMatchObject({
    "cache-control": "no-store",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  });
});

it("only GET asks for the inspector, with the slash at its end or without", async () => {
  for (const target of ["/_reference/", "/_reference"]) {
    const { headers, status } = await page({ method: "POST", target });
    expect([status, headers["allow"]]).toEqual([405, "GET"]);
  }
});
