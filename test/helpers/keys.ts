import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";

/** A key pair for a test, made only with node:crypto, so that the server is tested without our own code. */
export interface TestKey {
  readonly privateKey: KeyObject;
  /** PEM, PKCS#8. */
  readonly privatePem: string;
  /** PEM, SPKI. */
  readonly publicPem: string;
  readonly thumbprint: string;
}

type Curve = "P-256" | "P-384" | "P-521";

export function generateKey(curve: Curve = "P-521"): TestKey {
  return describeKey(generateKeyPairSync("ec", { namedCurve: curve }));
}

export function generateRsaKey(): TestKey {
  return describeKey(generateKeyPairSync("rsa", { modulusLength: 2048 }));
}

function describeKey({ privateKey, publicKey }: { privateKey: KeyObject; publicKey: KeyObject }): TestKey {
  const { crv, e, kty, n, x, y } = publicKey.export({ format: "jwk" });
  const members = kty === "EC" ? { crv, kty, x, y } : { e, kty, n };
  return {
    privateKey,
    privatePem: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    publicPem: publicKey.export({ type: "spki", format: "pem" }).toString(),
    thumbprint: createHash("sha256").update(JSON.stringify(members)).digest("base64url"),
  };
}

/** A token in parts; `sign` returns the signature's bytes for the signed text. */
export interface TokenParts {
  readonly header: unknown;
  readonly claims: unknown;
  readonly sign: (signed: Buffer) => Uint8Array;
}

/** Any JWT, whether it makes sense or not. */
export function buildToken({ claims, header, sign: signature }: TokenParts): string {
  const signed = `${encode(JSON.stringify(header))}.${encode(JSON.stringify(claims))}`;
  return `${signed}.${encode(signature(Buffer.from(signed)))}`;
}

/** A token of the right shape for one scope, whose signature is not checked. */
export function anyToken(scope: string): string {
  const claims = { scopes: [scope] };
  return buildToken({ header: { alg: "ES512" }, claims, sign: () => Buffer.alloc(3) });
}

export function encode(bytes: Uint8Array | string): string {
  return Buffer.from(bytes).toString("base64url");
}

/** Signs as ES512 does with a P-521 key; other hashes and curves sign as their own algorithms do. */
export function ecdsa(key: TestKey, hash = "sha512"): TokenParts["sign"] {
  return (signed) => sign(hash, signed, { key: key.privateKey, dsaEncoding: "ieee-p1363" });
}
