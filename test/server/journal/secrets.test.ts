import { createPrivateKey, randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OperationSchemas } from "../../../src/contract/operation.ts";
import { allOperations } from "../../../src/contract/operations.ts";
import { isSecretHeader, isSecretName, looksSecret } from "../../../src/server/journal/secrets.ts";
import { generateKey } from "../../helpers/keys.ts";

const { privatePem, publicPem } = generateKey();
const key = createPrivateKey(privatePem);
const jwk = key.export({ format: "jwk" });
const encrypted = { format: "pem", cipher: "aes-256-cbc", passphrase: "x" } as const;
const base64 = (text: string) => Buffer.from(text).toString("base64");
const body = (pem: string) => pem.replace(/-----.*-----|\n/g, "");
const part = (value: object) => Buffer.from(JSON.stringify(value, undefined, 1)).toString("base64url");

const card = "4111111111111111";

describe("a text that holds a secret", () => {
  it.each([
    ["a card's number", card],
    ["a number in groups", "4111 1111 1111 1111"],
    ["a number with dots", "4111.1111.1111.1111"],
    ["a number with no-break spaces", "4111\u00a01111\u00a01111\u00a01111"],
    ["a number with letters", "4111x1111x1111x1111"],
    ["a number with more than one character between its groups", "4111 - 1111 - 1111 - 1111"],
    ["a number digit by digit", [...card].join("-")],
    ["a number in wide digits", "４１１１１１１１１１１１１１１１"],
    ["a number and a code", "4111 1111 1111 1111 123"],
    ["a number and a code without anything between", `${card}123`],
    ["a code and a number", `123${card}`],
    ["a number, a month and a code", `${card}1230123`],
    ["a number between letters", `pan${card}cvv123`],
    ["a number behind zeros", `00000${card}`],
    ["a number in a sentence", `Card ${card}, exp. 12/30`],
    ["a number behind other numbers", "id 31 of 2026-01-15: 4111 1111 1111 1111"],
    ["13 digits", "4222222222222"],
    ["14 digits", "30569309025904"],
    ["15 digits", "3782 822463 10005"],
    ["19 digits", "6304000000000000000"],
    ["a number of another scheme", "2223 0000 4840 0011"],
    ["a PEM", privatePem],
    ["the beginning of a PEM", privatePem.slice(0, 30)],
    ["a PEM of OpenSSL's ec command", key.export({ type: "sec1", format: "pem" }).toString()],
    ["an encrypted PEM", key.export({ type: "pkcs8", ...encrypted }).toString()],
    ["base64 of a PEM", base64(privatePem)],
    ["base64 of a PEM behind another one", `${base64(publicPem)} ${base64(privatePem)}`],
    ["base64 of a PEM right behind letters", `abc${base64(privatePem)}`],
    ["the base64 within a PEM", `key=${body(privatePem)};`],
    ["the base64 within an encrypted PEM", body(key.export({ type: "pkcs8", ...encrypted }).toString())],
    ["a JWK as text", JSON.stringify(jwk)],
    ["a JWK as text within text", JSON.stringify(JSON.stringify(jwk))],
    ["base64 of a JWK", base64(JSON.stringify(jwk))],
    ["a JWT", `${part({ alg: "none" })}.${part({ a: 1 })}.`],
    ["a JWT behind a hyphen", `x-eyJhbGciOiJub25lIn0.e30.`],
    ["a bearer token", "Bearer abc"],
  ])("a secret is seen in %s", (_, text) => {
    expect(looksSecret(text)).toBe(true);
  });

  it.each([
    ["a time", "2026-01-15T12:34:56.789012345Z"],
    ["a time with a space", "2026-01-15 12:00:00.000+02:00"],
    ["milliseconds since 1970", "1767225600000"],
    ["microseconds since 1970", "1764567890123456"],
    ["nanoseconds since 1970", "1767225600123456789"],
    ["an amount", "1299.00 EUR"],
    ["amounts", "12.50, 300.00, 4111.99"],
    ["an order", "4111111111111112"],
    ["a phone number", "+49 30 901820"],
    ["a public key", publicPem],
    ["base64 of a public key", base64(publicPem)],
    ["a digest", "3f786850e387550fdab836ed7e6dc881de23001b4f5b8cd2bd0ca41b6b1cfa2e"],
    ["the trace of a request", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"],
    ["a host", "api.example.com"],
    ["a version", "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/131.0.0.0"],
  ])("no secret is seen in %s", (_, text) => {
    expect(looksSecret(text)).toBe(false);
  });

  it("no secret is seen in any UUID, alone or among words", () => {
    fc.assert(
      fc.property(fc.uuid(), (uuid) => !looksSecret(uuid) && !looksSecret(`order ${uuid}, ${randomUUID()}`)),
    );
  });

  it("no secret is seen in any time", () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date("2069"), noInvalidDate: true }), (date) => {
        return !looksSecret(date.toISOString());
      }),
    );
  });
});

describe("a name of something secret", () => {
  it.each([
    "access_token accessToken refresh-token tokens token_value id_token csrfToken",
    "password Password passwd pass_phrase newPassword db.password",
    "client_secret clientSecret secrets api_key apikey API-Key accessKey x_private_key signing_key",
    "number pin PINS pins card_pin pinBlock cvv cvv2 cvc CVC2 csc security_code securityCode card_number pan otp",
    "authorization proxy-authorization x-auth basic_auth cookie set-cookie session sessionId sid jwt credentials",
    "private_key updater_client_key updater_secret_key account_updater_response_decryption_key",
  ])("names of secrets are %s", (names) => {
    expect(names.split(" ").filter((name) => !isSecretName(name))).toEqual([]);
  });

  it.each(["x-auth", "x-session", "x-pin", "x-api-key", "x-token-2", "x-auth-user", "X-CSRF-Token"])(
    "the header %s is secret",
    (name) => expect(isSecretHeader(name)).toBe(true),
  );

  it.each([
    "id key public_key token_id network_token_ids token_type auth_amount pine span author opinion",
    "account_updater_request_encryption_key account_number phone_number idempotency-key checkout_session_id",
    "x-service-merchant-account-id user-agent x-request-id secondary pinned",
  ])("names of what may be read are %s", (names) => {
    expect(names.split(" ").filter(isSecretName)).toEqual([]);
  });

  it("of all the fields that bodies may have, only those of cards and keys are names of secrets", async () => {
    const hidden = new Set<string>();
    for (const { schemas } of allOperations) {
      const { body: schema, query }: OperationSchemas = await schemas();
      const documents = [schema, query].map((one) =>
        JSON.stringify(one?.toJSONSchema({ io: "input" }) ?? {}),
      );
      for (const [, name = ""] of documents.join().matchAll(/"(\w+)":\{/g))
        if (isSecretName(name)) hidden.add(name);
    }
    expect([...hidden].toSorted()).toEqual([
      "account_updater_response_decryption_key",
      "number",
      "pin",
      "updater_client_key",
      "updater_secret_key",
    ]);
  });
});
