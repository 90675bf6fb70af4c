import { createPublicKey, generateKeyPair, type JsonWebKey, type KeyObject } from "node:crypto";
import { promisify } from "node:util";
import { thumbprint } from "../contract/thumbprint.ts";

/** What of a key pair anybody may see. */
export interface PublicParts {
  readonly thumbprint: string;
  /** SPKI. */
  readonly pem: string;
  readonly jwk: JsonWebKey;
}

/** A fresh private key on P-521, the one curve that the service takes. */
export async function generatePrivateKey(): Promise<KeyObject> {
  const { privateKey } = await promisify(generateKeyPair)("ec", { namedCurve: "P-521" });
  return privateKey;
}

export function publicParts(privateKey: KeyObject): PublicParts {
  const publicKey = createPublicKey(privateKey);
  const kid = thumbprint(publicKey);
  return {
    thumbprint: kid,
    pem: publicKey.export({ type: "spki", format: "pem" }).toString(),
    jwk: { ...publicKey.export({ format: "jwk" }), alg: "ES512", use: "sig", kid },
  };
}

/** PKCS#8, encrypted if there is a passphrase. */
export function toPrivatePem(privateKey: KeyObject, passphrase: string | undefined): string {
  const plain = { type: "pkcs8", format: "pem" } as const;
  const options = passphrase === undefined ? plain : { ...plain, cipher: "aes-256-cbc", passphrase };
  return privateKey.export(options).toString();
}
