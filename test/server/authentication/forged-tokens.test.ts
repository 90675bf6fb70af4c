import { createHmac, sign } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { emptySeed } from "../../../src/server/seed/seed.ts";
import { buildToken, ecdsa, encode, generateKey, generateRsaKey } from "../../helpers/keys.ts";
import { type Reference, startReference } from "../../helpers/server.ts";

let reference: Reference;
beforeAll(async () => {
  reference = await startReference({ seed: emptySeed() });
});
afterAll(() => reference.close());

async function answer(token: string) {
  const { json, status } = await reference.request("GET", "/buyers", { token });
  return [status, json.message, json.details?.[0]?.type];
}

const message = "No valid API authentication found";
const wrongAlgorithm = [401, message, "token_algorithm"];
const rejected = [401, message, "token_rejected"];

function kid(): string {
  return reference.administrator.key.thumbprint;
}

/** The claims of a good token. */
function claims(): unknown {
  const [, payload = ""] = reference.token().split(".");
  return JSON.parse(Buffer.from(payload, "base64url").toString());
}

it("a token is refused when it is not signed", async () => {
  for (const alg of ["none", "None", "NONE", ""]) {
    const token = buildToken({
      header: { alg, kid: kid() },
      claims: claims(),
      sign: () => Buffer.alloc(0),
    });
    expect(await answer(`${token}`)).toEqual([401, message, "token_malformed"]);
    expect(await answer(`${token}AAAA`)).toEqual(wrongAlgorithm);
  }
});

it("a token is refused when the public key is the secret of a HMAC", async () => {
  const { publicPem } = reference.administrator.key;
  const hmac = (signed: Buffer) => createHmac("sha512", publicPem).update(signed).digest();
  const header = { alg: "HS512", typ: "JWT", kid: kid() };
  expect(await answer(buildToken({ header, claims: claims(), sign: hmac }))).toEqual(wrongAlgorithm);
});

it.each([
  ["ES256", "P-256", "sha256"],
  ["ES384", "P-384", "sha384"],
] as const)("a token is refused when it is %s", async (alg, curve, hash) => {
  const key = generateKey(curve);
  const header = { alg, kid: key.thumbprint };
  expect(await answer(buildToken({ header, claims: claims(), sign: ecdsa(key, hash) }))).toEqual(
    wrongAlgorithm,
  );
});

it("a token is refused when it is RSA", async () => {
  const key = generateRsaKey();
  const rsa = (signed: Buffer) => sign("sha512", signed, key.privateKey);
  const header = { alg: "RS512", kid: kid() };
  expect(await answer(buildToken({ header, claims: claims(), sign: rsa }))).toEqual(wrongAlgorithm);
});

it("a token is refused when only its header says ES512", async () => {
  const header = { alg: "ES512", typ: "JWT", kid: kid() };
  const short = buildToken({ header, claims: claims(), sign: ecdsa(generateKey("P-256")) });
  expect(await answer(short)).toEqual([401, message, "token_signature"]);
});

it("a token is refused with the signature in DER", async () => {
  const { privateKey } = reference.administrator.key;
  const header = { alg: "ES512", typ: "JWT", kid: kid() };
  const der = (signed: Buffer) => sign("sha512", signed, privateKey);
  expect(await answer(buildToken({ header, claims: claims(), sign: der }))).toEqual([
    401,
    message,
    "token_signature",
  ]);
});

it("a token is refused when another key signed it", async () => {
  const stolenName = reference.token({ key: generateKey(), header: { kid: kid() } });
  expect(await answer(stolenName)).toEqual(rejected);
});

it("a token is refused when the key pair is unknown", async () => {
  expect(await answer(reference.token({ key: generateKey() }))).toEqual(rejected);
});

it("a token is refused when the key in its own header signed it", async () => {
  const key = generateKey();
  const jwk = key.privateKey.export({ format: "jwk" });
  expect(await answer(reference.token({ key, header: { kid: kid(), jwk } }))).toEqual(rejected);
});

it("a token is refused when its claims were changed", async () => {
  const [header, payload = "", signature] = reference.token({ scopes: ["flows.write"] }).split(".");
  const text = Buffer.from(payload, "base64url").toString().replace("flows.write", "buyers.read");
  expect(await answer(`${header}.${encode(text)}.${signature}`)).toEqual(rejected);
});

it("a token is refused when any bit of its signature is wrong", async () => {
  const [header, payload, signature = ""] = reference.token().split(".");
  for (const index of [0, 65, 66, 131]) {
    const bytes = Buffer.from(signature, "base64url");
    bytes.writeUInt8(bytes.readUInt8(index) ^ 1, index);
    expect(await answer(`${header}.${payload}.${encode(bytes)}`)).toEqual(rejected);
  }
});

it("a token is refused when its signature is all zeros", async () => {
  const header = { alg: "ES512", typ: "JWT", kid: kid() };
  const zeros = buildToken({ header, claims: claims(), sign: () => Buffer.alloc(132) });
  expect(await answer(zeros)).toEqual(rejected);
});

it("a forged token is refused although the genuine one was verified a moment before", async () => {
  const token = reference.token();
  expect((await reference.request("GET", "/buyers", { token })).status).toBe(200);
  const forged = `${token.slice(0, -4)}${token.slice(-4) === "AAAA" ? "BBBB" : "AAAA"}`;
  expect((await answer(forged))[0]).toBe(401);
});
