import { createPrivateKey, createPublicKey, generateKeyPairSync } from "node:crypto";
import { expect, it } from "vitest";
import { holdsPrivateKey } from "../../src/values/private-key-text.ts";
import { generateKey } from "../helpers/keys.ts";

const { privatePem, publicPem } = generateKey();
const key = createPrivateKey(privatePem);
const sec1 = key.export({ type: "sec1", format: "pem" }).toString();
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
const base64 = (text: string) => Buffer.from(text).toString("base64");
const jwk = JSON.stringify(key.export({ format: "jwk" }));
const inLines = (text: string) => text.replace(/.{76}/g, "$&\n");

it.each([
  ["a PEM", privatePem],
  ["a PEM in the form of OpenSSL's ec command", sec1],
  ["an encrypted PEM", key.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "x" })],
  ["the PEM of another kind of key", rsa.export({ type: "pkcs1", format: "pem" })],
  ["a PEM without its line breaks", privatePem.replaceAll("\n", "")],
  ["a PEM with its line breaks as spaces", privatePem.replaceAll("\n", " ")],
  ["a PEM behind other words", `the key is ${privatePem}`],
  ["the first line of a PEM", privatePem.split("\n")[0] ?? ""],
  ["base64 of a PEM", base64(privatePem)],
  ["base64 of a PEM in lines", inLines(base64(sec1))],
  ["base64 of a PEM with its line breaks as \\n", inLines(base64(sec1)).replaceAll("\n", "\\n")],
  ["base64 of a PEM, safe in a URL", Buffer.from(privatePem).toString("base64url")],
  ["base64 of a PEM behind other words", `key: ${base64(privatePem)}`],
  ["the base64 within a PEM, in lines", privatePem.replace(/-----.*-----\n/g, "")],
  ["the base64 within a PEM, in one line", privatePem.replace(/-----.*-----|\n/g, "")],
  ["a JWK", jwk],
  ["a JWK in lines", JSON.stringify(JSON.parse(jwk), null, 2)],
  ["a JWK in a JSON text", JSON.stringify({ key: jwk })],
  ["a JWK set behind other words", `the keys are {"keys":[${jwk}]}`],
  ["base64 of a JWK", base64(jwk)],
  ["base64 of a JWK in lines", inLines(base64(jwk))],
  [
    "the base64 within the PEM of an RSA key",
    rsa.export({ type: "pkcs1", format: "der" }).toString("base64"),
  ],
  ["the base64 within a PEM of OpenSSL's ec command", sec1.replace(/-----.*-----|\n/g, "")],
])("a private key is seen in %s", (_form, text) => {
  expect(holdsPrivateKey(String(text))).toBe(true);
});

it.each([
  "",
  "local",
  "prod-eu.1",
  "Nordic Outdoor",
  "MAIBAA==",
  publicPem,
  base64(publicPem),
  publicPem.replace(/-----.*-----|\n/g, ""),
  JSON.stringify(createPublicKey(publicPem).export({ format: "jwk" })),
  base64("a text of no consequence, long enough to be a key of some kind, and then a bit more"),
  "a-secret-of-64-characters-0123456789-0123456789-0123456789-0123456",
])("a private key is not seen in %j", (text) => {
  expect(holdsPrivateKey(text)).toBe(false);
});
