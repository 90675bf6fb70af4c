import { generateKeyPairSync } from "node:crypto";
import { thumbprint } from "../../../src/contract/thumbprint.ts";

/** The public half of a fresh key pair on the given curve. */
export function newPublicKey(namedCurve = "P-521") {
  const { publicKey } = generateKeyPairSync("ec", { namedCurve });
  return {
    pem: publicKey.export({ type: "spki", format: "pem" }).toString(),
    thumbprint: thumbprint(publicKey),
  };
}
