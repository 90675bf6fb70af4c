import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { expect, it } from "vitest";
import { thumbprint } from "../../src/contract/thumbprint.ts";
import { parsePrivateKey } from "../../src/credentials/private-key.ts";
import { failureOf } from "./failure.ts";

const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-521" });
const words = "correct horse";

const pkcs8 = pem(privateKey, { type: "pkcs8" });
const sec1 = pem(privateKey, { type: "sec1" });
const encrypted = pem(privateKey, { type: "pkcs8", cipher: "aes-256-cbc", passphrase: words });
const encryptedSec1 = pem(privateKey, { type: "sec1", cipher: "aes-128-cbc", passphrase: words });
const jwk = privateKey.export({ format: "jwk" });
const publicJwk = publicKey.export({ format: "jwk" });
const parameters = "-----BEGIN EC PARAMETERS-----\nBgUrgQQAIw==\n-----END EC PARAMETERS-----\n";

function pem(key: KeyObject, options: object): string {
  return String(key.export({ type: "pkcs8", ...options, format: "pem" }));
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

const hint = "make a key: payctl keys generate";

it.each([
  ["PKCS#8", pkcs8],
  ["SEC1", sec1],
  ["SEC1 behind its parameters, as openssl ecparam writes it", parameters + sec1],
  ["base64 in lines", base64(sec1).replace(/.{64}/g, "$&\n")],
  ["PKCS#8 with its line breaks written out", pkcs8.replaceAll("\n", "\\n")],
  ["PKCS#8 with its line breaks turned into spaces", pkcs8.replaceAll("\n", " ")],
  ["SEC1 behind its parameters, all in one line", (parameters + sec1).replaceAll("\n", " ")],
  ["PKCS#8 that YAML indented", pkcs8.replaceAll(/^/gm, "    ")],
  ["PKCS#8 with tabs and empty lines in between", pkcs8.replaceAll("\n", "\n\n\t")],
  ["encrypted SEC1 that is indented", encryptedSec1.replaceAll(/^(?=.)/gm, "  ")],
  ["PKCS#8 with the line ends of Windows", pkcs8.replaceAll("\n", "\r\n")],
  ["a JWK", JSON.stringify(jwk)],
  ["a JWK in lines, behind a byte order mark", `\uFEFF${JSON.stringify(jwk, null, 2)}\r\n`],
  [
    "a JWK whose kid is not its thumbprint",
    JSON.stringify({ ...jwk, kid: "key-1", use: "sig", alg: "ES512" }),
  ],
  ["base64 of a JWK", base64(JSON.stringify(jwk))],
  [
    "a JWK set with public keys beside it",
    JSON.stringify({ keys: [publicJwk, jwk, { kty: "oct", k: "AA" }] }),
  ],
  ["encrypted PKCS#8", encrypted],
  ["encrypted SEC1", encryptedSec1],
])("a private key is read from %s", async (_form, text) => {
  const key = await parsePrivateKey({ text, source: "key.pem", passphrase: async () => words });
  expect(key.type).toBe("private");
  expect(await thumbprint(key)).toBe(await thumbprint(publicKey));
});

const refusalOf = (text: string, source = "key.pem") => failureOf(() => parsePrivateKey({ text, source }));

it.each(["/run/secrets/payctl.pem", "~/keys/payctl", "./key.pem\n", String.raw`C:\keys\payctl.pem`])(
  "the path %j in place of a private key is told, and not repeated",
  async (text) => {
    expect(await refusalOf(text, "PAYCTL_PRIVATE_KEY")).toEqual({
      exitCode: 3,
      message: "PAYCTL_PRIVATE_KEY contains the path of a file, not a private key",
      hint: "name the file in PAYCTL_PRIVATE_KEY_FILE instead, or as an option: --key-file PATH",
    });
  },
);

const other = generateKeyPairSync("ec", { namedCurve: "P-521" }).privateKey.export({ format: "jwk" });
const p256 = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
const rsa = generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey;
const onlyP521 = "; the service accepts only P-521";
const noPair = "a private key that can't be read";

it.each([
  ["is encrypted", encrypted, "set PAYCTL_KEY_PASSPHRASE, or run payctl on a terminal"],
  [`contains a key on the curve prime256v1${onlyP521}`, pem(p256, {}), hint],
  [`contains a key of the kind RSA${onlyP521}`, pem(rsa, {}), hint],
  [`contains a key of the kind ED25519${onlyP521}`, pem(generateKeyPairSync("ed25519").privateKey, {}), hint],
  [
    "contains a public key, not a private key",
    String(publicKey.export({ type: "spki", format: "pem" })),
    "use the file with the private key instead",
  ],
  [
    "contains a private key that can't be read",
    pkcs8.replace(/[A-Za-z0-9+/]{20}/, "AAAAAAAAAAAAAAAAAAAA"),
    hint,
  ],
])("a private key is refused if its text %s", async (problem, text, wayOut) => {
  expect(await refusalOf(text)).toEqual({ exitCode: 3, message: `key.pem ${problem}`, hint: wayOut });
});

it.each([
  ["a JWK set with several private keys", { keys: [jwk, other] }, "give the JWK of one key alone"],
  [`a key on the curve P-256${onlyP521}`, p256.export({ format: "jwk" }), hint],
  [`a key of the kind RSA${onlyP521}`, rsa.export({ format: "jwk" }), hint],
  [noPair, { ...jwk, x: other.x, y: other.y }, hint],
  [noPair, { ...jwk, d: "AA" }, hint],
  [noPair, { kty: "EC", crv: "P-521", d: jwk.d }, hint],
  [noPair, { ...jwk, d: 7 }, hint],
])("a JWK is refused as %s", async (problem, value, wayOut) => {
  const message = `key.jwk contains ${problem}`;
  expect(await refusalOf(JSON.stringify(value), "key.jwk")).toEqual({ exitCode: 3, message, hint: wayOut });
});

it("a private key asks for a passphrase only if it needs one", async () => {
  const passphrase = () => Promise.reject(new Error("unexpected question"));
  await expect(parsePrivateKey({ text: pkcs8, source: "key.pem", passphrase })).resolves.toBeDefined();
});

it.each(["wrong", ""])("a private key is refused with the passphrase %j", async (wrong) => {
  const given = { text: encrypted, source: "key.pem", passphrase: async () => wrong };
  expect(await failureOf(() => parsePrivateKey(given))).toEqual({
    exitCode: 3,
    message: "the passphrase does not decrypt key.pem",
    hint: "check PAYCTL_KEY_PASSPHRASE, or type it again",
  });
});

it.each([
  "",
  "hello",
  "e30=",
  "{}",
  '{"keys": []}',
  JSON.stringify(publicJwk),
  parameters,
  // As when only the first lines of a secret were stored.
  pkcs8.split("\n").slice(0, 2).join("\n"),
  JSON.stringify(jwk).slice(0, -1),
  "\u0000\u0001",
  "-----BEGIN PRIVATE KEY-----",
])("a private key is not found in the text %j", async (text) => {
  expect(await refusalOf(text)).toMatchObject({
    exitCode: 3,
    message: "key.pem does not contain a private key",
  });
});
