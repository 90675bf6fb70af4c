import { expect, it } from "vitest";
import { parseJson, stringifyJson } from "../../src/values/json.ts";
import { createMask } from "../../src/values/mask.ts";

const mask = createMask(["private_key", "updater_secret_key"]);

it("masking hides the named fields at any depth", () => {
  const value = { id: "1", private_key: "s", list: [{ updater_secret_key: { env: "S" } }] };
  expect(mask(value)).toEqual({
    id: "1",
    private_key: "********",
    list: [{ updater_secret_key: "********" }],
  });
});

it("masking hides an empty secret, but shows that there is none", () => {
  expect(mask({ private_key: "", updater_secret_key: null })).toEqual({
    private_key: "********",
    updater_secret_key: null,
  });
});

it("masking hides the private parts of a JWK, and fields of the same names elsewhere not", () => {
  expect(mask({ keys: [{ kty: "EC", crv: "P-521", x: "1", d: "s" }], d: "1" })).toEqual({
    keys: [{ kty: "EC", crv: "P-521", x: "1", d: "********" }],
    d: "1",
  });
});

it("masking hides every private part that a JWK may have", () => {
  const names = ["d", "dp", "dq", "k", "oth", "p", "q", "qi"];
  const masked = mask({ kty: "RSA", ...Object.fromEntries(names.map((name) => [name, "s"])) });
  expect(masked).toEqual({ kty: "RSA", ...Object.fromEntries(names.map((name) => [name, "********"])) });
});

it("masking leaves the digits of numbers and unusual names alone", () => {
  const text = '{"amount":12345678901234567890,"__proto__":{"private_key":null,"x":1.0}}';
  expect(stringifyJson(mask(parseJson(text)))).toBe(text);
});
