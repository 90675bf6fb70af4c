import { createPrivateKey, randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OperationSchemas } from "../../../src/contract/operation.ts";
import { allOperations } from "../../../src/contract/operations.ts";
import { keptValue, safeAnswer } from "../../../src/server/journal/safe-body.ts";
import {
  isHarmless,
  isSecretField,
  isSecretHeader,
  withoutSecret,
} from "../../../src/server/journal/secrets.ts";
import { generateKey } from "../../helpers/keys.ts";
import { startSmallCompany } from "../../helpers/small-company.ts";
import { thorough } from "../../helpers/thorough.ts";

const { privatePem, publicPem } = generateKey();
const key = createPrivateKey(privatePem);
const jwk = key.export({ format: "jwk" });
const encrypted = { format: "pem", cipher: "aes-256-cbc", passphrase: "x" } as const;
const base64 = (text: string) => Buffer.from(text).toString("base64");
const body = (pem: string) => pem.replace(/-----.*-----|\n/g, "");
const part = (value: object) => Buffer.from(JSON.stringify(value, undefined, 1)).toString("base64url");

const looksSecret = (text: string) => withoutSecret(text) === "********";

const secrets: readonly (readonly [string, string])[] = [
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
];

describe("a text that holds a secret", () => {
  it.each(secrets)("a secret is seen in %s", (_, text) => {
    expect(looksSecret(text)).toBe(true);
  });

  it.each([
    ["the number of a card, which is a secret by the name of its field alone", "4111111111111111"],
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
  it.each(["authorization", "proxy-authorization", "cookie", "set-cookie"])(
    "the header %s is secret",
    (name) => expect(isSecretHeader(name)).toBe(true),
  );

  it.each(["x-api-key", "x-auth", "user-agent"])("the header %s is kept as sent", (name) =>
    expect(isSecretHeader(name)).toBe(false),
  );

  it("of all the fields that bodies may have, only those of cards and keys are names of secrets", async () => {
    const hidden = new Set<string>();
    for (const { schemas } of allOperations) {
      const { body: schema, query }: OperationSchemas = await schemas();
      const documents = [schema, query].map((one) =>
        JSON.stringify(one?.toJSONSchema({ io: "input" }) ?? {}),
      );
      for (const [, name = ""] of documents.join().matchAll(/"(\w+)":\{/g))
        if (isSecretField(name)) hidden.add(name);
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

describe("an answer", () => {
  const texts = fc.oneof(fc.string(), fc.constantFrom(...secrets.map(([, text]) => text)));
  const names = fc.oneof(
    fc.string(),
    fc.constantFrom("pin", "Number", "private_\u212aey", "private_key", "d", "kty", "id"),
  );
  const { answer } = fc.letrec((tie) => ({
    answer: fc.oneof(
      { depthSize: "small" },
      fc.oneof(texts, fc.integer(), fc.constant(null)),
      fc.array(tie("answer"), { maxLength: 3 }),
      fc.dictionary(names, tie("answer"), { maxKeys: 3 }),
    ),
  }));

  it("a quick look finds harmless no answer in which there is something to mask", () => {
    fc.assert(
      fc.property(answer, fc.constantFrom(undefined, 1), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        expect(JSON.parse(safeAnswer(text))).toEqual(keptValue(Buffer.from(text)));
      }),
      { numRuns: thorough(300, 3000) },
    );
  });

  it("a quick look finds a page of buyers harmless", async () => {
    const reference = await startSmallCompany();
    const { json } = await reference.request("GET", "/buyers");
    await reference.close();
    expect(isHarmless(JSON.stringify(json))).toBe(true);
  });
});
