import {
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  getCurves,
  type KeyObject,
  sign,
} from "node:crypto";
import { ecdsa, encode, generateKey, generateRsaKey, type TestKey } from "../../helpers/keys.ts";

export type Fields = Readonly<Record<string, unknown>>;
export type Sign = (signed: Buffer) => Uint8Array;

/** A good token that has not been used yet, and what an attacker may make of it. */
export interface Genuine {
  readonly token: string;
  readonly parts: readonly [string, string, string];
  readonly header: Fields;
  readonly claims: Fields;
  /** Seconds since the epoch. */
  readonly now: number;
}

/** Not every library has it. */
const k256 = getCurves().includes("secp256k1") ? "secp256k1" : "P-256";

/** Keys that no token of the administrator should be signed with. */
export const keys = {
  /** P-521 like the administrator's, but not registered. */
  stranger: generateKey(),
  /** P-521, registered, of another pair. */
  neighbour: generateKey(),
  /** P-521, registered but not active. */
  inactive: generateKey(),
  p256: generateKey("P-256"),
  p384: generateKey("P-384"),
  k256: generateKeyPairSync("ec", { namedCurve: k256 }).privateKey,
  ed25519: generateKeyPairSync("ed25519").privateKey,
  rsa: generateRsaKey(),
};

export function readGenuine(token: string): Genuine {
  const [header = "", claims = "", signature = ""] = token.split(".");
  const decoded = JSON.parse(Buffer.from(claims, "base64url").toString());
  return {
    token,
    parts: [header, claims, signature],
    header: JSON.parse(Buffer.from(header, "base64url").toString()),
    claims: decoded,
    now: decoded.nbf + 30,
  };
}

/** A token of two texts, which need not be JSON, and any signature. */
export function join(header: string, claims: string, signature: Sign): string {
  const signed = `${encode(header)}.${encode(claims)}`;
  return `${signed}.${encode(signature(Buffer.from(signed)))}`;
}

/** The genuine token with other header fields, signed again. */
export function withHeader(genuine: Genuine, fields: Fields, signature: Sign): string {
  const { claims, header } = genuine;
  return join(JSON.stringify({ ...header, ...fields }), JSON.stringify(claims), signature);
}

/** The genuine token with other claims, signed again. */
export function withClaims(genuine: Genuine, fields: Fields, signature: Sign): string {
  const { claims, header } = genuine;
  return join(JSON.stringify(header), JSON.stringify({ ...claims, ...fields }), signature);
}

/** The genuine token with its signature changed. */
export function withSignature({ parts }: Genuine, change: (signature: Buffer) => Uint8Array): string {
  const [header, claims, signature] = parts;
  return `${header}.${claims}.${encode(change(Buffer.from(signature, "base64url")))}`;
}

export function hmac(hash: string, secret: string | Buffer): Sign {
  return (signed) => createHmac(hash, secret).update(signed).digest();
}

/** Signs as node:crypto does by default; `raw` returns r and s instead of DER. */
export function signing(hash: string | null, key: KeyObject, form: "der" | "raw" = "raw"): Sign {
  const dsaEncoding = form === "raw" ? "ieee-p1363" : "der";
  return (signed) => sign(hash, signed, { key, dsaEncoding });
}

export function es512(key: TestKey): Sign {
  return ecdsa(key);
}

export function publicDer(key: TestKey): Buffer {
  return createPublicKey(key.publicPem).export({ type: "spki", format: "der" });
}

/** The order of P-521's base point (FIPS 186-4, D.1.2.5). */
const order = BigInt(
  "0x01fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409",
);

/** A signature of two numbers. */
export function numbers(r: bigint, s: bigint): Buffer {
  return Buffer.from([r, s].map((one) => one.toString(16).padStart(132, "0")).join(""), "hex");
}

/** Other numbers of the same signature. */
export function shift(
  signature: Buffer,
  change: (r: bigint, s: bigint, n: bigint) => [bigint, bigint],
): Buffer {
  const [r, s] = [signature.subarray(0, 66), signature.subarray(66)].map((half) =>
    BigInt(`0x${half.toString("hex")}`),
  );
  return numbers(...change(r ?? 0n, s ?? 0n, order));
}
