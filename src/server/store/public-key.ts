import { createPublicKey, type KeyObject } from "node:crypto";
import { thumbprint } from "../../contract/thumbprint.ts";

export interface PublicKey {
  /** PEM, SPKI, as Node writes it. */
  readonly pem: string;
  readonly thumbprint: string;
}

/** Undefined for anything but the PEM of a P-521 public key; a private key is never read. */
export function readPublicKey(pem: string): PublicKey | undefined {
  // Node would derive a public key from a private one; a private key has no business here.
  const key = /^\s*-----BEGIN PUBLIC KEY-----/.test(pem) ? keyOf(pem) : undefined;
  if (key === undefined || key.asymmetricKeyDetails?.namedCurve !== "secp521r1") return undefined;
  return { pem: key.export({ type: "spki", format: "pem" }).toString(), thumbprint: thumbprint(key) };
}

function keyOf(pem: string): KeyObject | undefined {
  try {
    return createPublicKey(pem);
  } catch {
    return undefined;
  }
}
