import { expect, it } from "vitest";
import { parseBaseUrl } from "../../src/credentials/setting-sources.ts";
import { failureOf } from "./failure.ts";

it.each([
  ["https://api.example.com", "https://api.example.com"],
  ["https://api.example.com/", "https://api.example.com"],
  ["https://API.example.com:443/payments/v1//", "https://api.example.com/payments/v1"],
  ["http://localhost:4010", "http://localhost:4010"],
  ["http://shop.localhost", "http://shop.localhost"],
  ["http://127.0.0.1:80", "http://127.0.0.1"],
  ["http://127.9.8.7:1", "http://127.9.8.7:1"],
  ["http://[::1]:4010/", "http://[::1]:4010"],
])("the base URL %s is kept as %s", (text, expected) => {
  expect(parseBaseUrl(text)).toBe(expected);
});

it.each(["api.example.com", "localhost:4010", "file:///etc/passwd", "https:/api.example.com", ""])(
  "the base URL %j is refused because it is not an address",
  async (text) => {
    expect(await failureOf(() => parseBaseUrl(text))).toEqual({
      exitCode: 2,
      message: "must begin with https:// or http://, as in https://api.example.com",
      hint: undefined,
    });
  },
);

it.each([
  ["https://", "must be an address such as https://api.example.com"],
  ["https://api.example.com:hunter2", "must be an address such as https://api.example.com"],
  ["https://ada:hunter2@api.example.com", "must not contain a user name or a password"],
  ["https://:hunter2@api.example.com", "must not contain a user name or a password"],
  ["https://api.example.com?key=hunter2", "must not contain a query or a fragment"],
  ["https://api.example.com#hunter2", "must not contain a query or a fragment"],
])("the base URL %s is refused without repeating what it holds", async (text, message) => {
  expect(await failureOf(() => parseBaseUrl(text))).toEqual({ exitCode: 2, message, hint: undefined });
});

it.each([
  "http://api.example.com",
  "http://localhost.example.com",
  "http://notlocalhost",
  "http://128.0.0.1",
  "http://0.0.0.0",
  "http://[::2]",
])("the base URL %s would send tokens unencrypted", async (text) => {
  const { host } = new URL(text);
  expect(await failureOf(() => parseBaseUrl(text))).toEqual({
    exitCode: 3,
    message: `${text} would send tokens unencrypted`,
    hint: `use https://${host}; plain http is only for this machine, as in http://localhost:4010`,
  });
});
