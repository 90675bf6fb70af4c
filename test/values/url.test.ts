import { expect, it } from "vitest";
import { hostOf, parseUrl, withoutEndSlashes } from "../../src/values/url.ts";

it("a URL with an international name is one, however often URLs were read before", () => {
  const urls = ["https://plain.example", "https://bücher.example"];
  const hosts = new Set<string | undefined>();
  for (let round = 0; round < 20_000; round += 1) for (const url of urls) hosts.add(parseUrl(url)?.host);
  expect(hosts).toEqual(new Set(["plain.example", "xn--bcher-kva.example"]));
});

it.each(["", "example.com", "//example.com", "https://", "https://[", "ftp://example.com"])(
  "%j is no URL of the web",
  (text) => expect(parseUrl(text)).toBeUndefined(),
);

it("a scheme that is meant is read instead of those of the web", () => {
  const postgres = /^postgres:$/;
  expect(parseUrl("postgres://db/pay", postgres)?.host).toBe("db");
  expect(parseUrl("https://db/pay", postgres)).toBeUndefined();
});

it("the host of a URL has no brackets", () => {
  expect(["https://[::1]:4010", "https://localhost:4010"].map(hostOf)).toEqual(["::1", "localhost"]);
});

it.each([
  ["https://a.example//b///", "https://a.example//b"],
  ["https://a.example", "https://a.example"],
  ["///", ""],
])("the address %s is %s without slashes at its end", (address, without) => {
  expect(withoutEndSlashes(address)).toBe(without);
});
