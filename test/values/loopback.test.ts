import { expect, it } from "vitest";
import { isInClear } from "../../src/values/loopback.ts";

it.each([
  "http://192.0.2.1:4010",
  "http://0.0.0.0",
  "http://reference.example.com",
  "http://127.0.0.1.example.com",
])("others can read what is sent to %s", (url) => expect(isInClear(url)).toBe(true));

it.each(["http://127.0.0.1:4010", "http://localhost", "http://[::1]:4010", "https://reference.example.com"])(
  "nobody else can read what is sent to %s",
  (url) => expect(isInClear(url)).toBe(false),
);
