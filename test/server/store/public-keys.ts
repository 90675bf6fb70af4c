import { generateKeyPairSync } from "node:crypto";
import { readPublicKey } from "../../../src/contract/public-key.ts";

/** The public half of a fresh key pair on the given curve. */
export function newPublicKey(namedCurve = "P-521") {
  const { publicKey } = generateKeyPairSync("ec", { namedCurve });
  const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
  return { pem, thumbprint: readPublicKey(pem)?.thumbprint ?? "" };
}
