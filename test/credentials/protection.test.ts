import { expect, it } from "vitest";
import type { Profile } from "../../src/credentials/profiles.ts";
import { findProtection } from "../../src/credentials/protection.ts";
import { sourceText } from "../../src/credentials/settings.ts";

interface Given {
  readonly baseUrl?: string;
  readonly profile?: string;
  readonly path?: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

function protectedBy({ baseUrl, profile, path, profiles }: Given): string | undefined {
  const given = { kind: "flag", name: "--anything" } as const;
  const place = {
    baseUrl: baseUrl === undefined ? undefined : { value: baseUrl, source: given },
    profile: profile === undefined ? undefined : { value: profile, source: given },
  };
  const contents = { current: undefined, profiles: new Map(Object.entries(profiles)) };
  const protection = findProtection(contents, place, path);
  return protection && sourceText(protection.source);
}

const atLive = "the address of profile live";

it.each([
  ["as it is written", "https://api.example.com/v1", "https://api.example.com/v1"],
  ["in capitals", "https://api.example.com/v1", "HTTPS://API.Example.COM/v1"],
  ["with the usual port", "https://api.example.com", "https://api.example.com:443"],
  ["with slashes at its end", "https://api.example.com/v1", "https://api.example.com/v1//"],
  ["with segments of dots", "https://api.example.com/v1", "https://api.example.com/v2/./%2e%2e/v1"],
  ["with percent signs in small letters", "https://api.example.com/%C3%A4", "https://api.example.com/%c3%a4"],
  ["with letters encoded for nothing", "https://api.example.com/v1~", "https://api.example.com/%76%31%7E"],
  ["with an international name", "https://xn--bcher-kva.example", "https://bücher.example"],
  ["with a dot after the name", "https://api.example.com/v1", "https://api.example.com./v1"],
  ["stored by hand", "HTTPS://api.example.com:443/v1/", "https://api.example.com/v1"],
])("an address protects itself %s", (_, address, baseUrl) => {
  expect(protectedBy({ baseUrl, profiles: { live: { baseUrl: address, protected: true } } })).toBe(atLive);
});

it.each([
  ["scheme", "http://localhost:4010", "https://localhost:4010"],
  ["host", "https://api.example.com", "https://api.example.com.example.org"],
  ["port", "https://api.example.com", "https://api.example.com:8443"],
  ["path", "https://api.example.com/v1", "https://api.example.com/v2"],
  ["path that begins alike", "https://api.example.com/v1", "https://api.example.com/v10"],
  ["path below", "http://localhost:4010", "http://localhost:4010/_worlds/a"],
  ["path above", "https://api.example.com/v1", "https://api.example.com"],
  ["text that is no address", "nowhere", "https://api.example.com"],
])("an address does not protect another %s", (_, address, baseUrl) => {
  expect(protectedBy({ baseUrl, profiles: { live: { baseUrl: address, protected: true } } })).toBeUndefined();
});

it("an address is protected from a call whose path leads there from a base URL above", () => {
  const profiles = { live: { baseUrl: "https://api.example.com/v1", protected: true } };
  const baseUrl = "https://api.example.com";
  expect(protectedBy({ baseUrl, profiles, path: "/v1/buyers?limit=1" })).toBe(atLive);
  expect(protectedBy({ baseUrl, profiles, path: "/v2/buyers" })).toBeUndefined();
});

it("the address decides which of several protected profiles is named, then the profile in use", () => {
  const profiles = {
    first: { baseUrl: "https://a.example.com", protected: true },
    second: { baseUrl: "https://a.example.com", protected: true },
    third: { baseUrl: "https://b.example.com", protected: true },
    open: { baseUrl: "https://c.example.com" },
  };
  const found = (profile: string, baseUrl?: string) =>
    protectedBy({ profile, profiles, ...(baseUrl && { baseUrl }) });
  expect(found("second", "https://a.example.com")).toBe("profile second");
  expect(found("third", "https://a.example.com")).toBe("the address of profile first");
  expect(found("third", "https://d.example.com")).toBe("profile third");
  expect(found("third")).toBe("profile third");
  expect(found("open", "https://c.example.com")).toBeUndefined();
});
