import { createHash, createPublicKey, type KeyObject } from "node:crypto";

export interface PublicKey {
  readonly key: KeyObject;
  /** PEM, SPKI, as Node writes it. */
  readonly pem: string;
  readonly thumbprint: string;
}

/** Every world that is made, and each that is listed, asks for the same few keys. */
const known = new Map<string, PublicKey | undefined>();

/** Worlds may have a key each. */
const mostKnown = 1000;

/** Undefined for anything but the PEM of a P-521 public key; a private key is never read, and no text of one is kept. */
export function readPublicKey(pem: string): PublicKey | undefined {
  // Node would derive a public key from a private one; a private key has no business here.
  if (!/^\s*-----BEGIN PUBLIC KEY-----/.test(pem)) return undefined;
  if (known.has(pem)) return known.get(pem);
  if (known.size === mostKnown) known.clear();
  const key = read(pem);
  known.set(pem, key);
  return key;
}

function read(pem: string): PublicKey | undefined {
  const key = keyOf(pem);
  if (key?.asymmetricKeyDetails?.namedCurve !== "secp521r1") return undefined;
  return { key, pem: key.export({ type: "spki", format: "pem" }).toString(), thumbprint: thumbprintNow(key) };
}

/** As `thumbprint` has it (RFC 7638), for the schemas of seeds, which can't wait for a promise. */
function thumbprintNow(key: KeyObject): string {
  const { crv, kty, x, y } = key.export({ format: "jwk" });
  return createHash("sha256").update(JSON.stringify({ crv, kty, x, y })).digest("base64url");
}

function keyOf(pem: string): KeyObject | undefined {
  try {
    return createPublicKey(pem);
  } catch {
    return undefined;
  }
}
