import { createPrivateKey, createPublicKey, generateKeyPair, KeyObject } from "node:crypto";
import { promisify } from "node:util";
import { exportJWK, importJWK, type JWK } from "jose";
import { thumbprint } from "../contract/thumbprint.ts";
import { ConfigurationError } from "../errors.ts";
import { looksLikePath } from "../values/path-text.ts";
import { findPem } from "../values/pem.ts";
import { findJson, isRecord } from "../values/record.ts";

/** Where a key's text comes from, and what opens it if it is encrypted. */
interface KeyText {
  readonly text: string;
  /** In words for people: a path or the name of a variable. */
  readonly source: string;
  /** Asked only for an encrypted key. */
  readonly passphrase?: (() => Promise<string>) | undefined;
}

/** An encrypted private key for which there was no passphrase. */
export class EncryptedKeyError extends ConfigurationError {}

/** Reads PKCS#8, SEC1, encrypted PKCS#8, a JWK or base64 of one; throws ConfigurationError for all but P-521. */
export async function parsePrivateKey(given: KeyText): Promise<KeyObject> {
  const text = unwrap(given.text);
  const found = findPem(text, "[A-Z0-9 ]*PRIVATE KEY");
  if (found === undefined) return readJwk(text, given);
  const { label, pem } = found;
  const isEncrypted = label.startsWith("ENCRYPTED") || pem.includes("Proc-Type: 4,ENCRYPTED");
  const key = isEncrypted ? await decrypt(pem, given) : decode(pem, given.source);
  refuseOtherKinds(key, given.source);
  return key;
}

async function readJwk(text: string, given: KeyText): Promise<KeyObject> {
  const { source } = given;
  const jwk = findPrivateJwk(text, source);
  if (jwk === undefined) throw notPrivate(text, given);
  const { kty, crv, x = "", y = "", d = "" } = jwk;
  if (kty !== "EC" || crv !== "P-521") throw otherKind(kty, crv, source);
  // Its other members, such as `use`, are not ours to judge.
  const key = await importJWK({ kty, crv, x, y, d }, "ES512", { extractable: true }).catch(() => undefined);
  if (key !== undefined && !(key instanceof Uint8Array)) return KeyObject.from(key);
  throw unreadable(source);
}

/**
 * The private key in a JWK, or in a JWK set that has only one (RFC 7517); undefined for a text that is neither. `kid` does
 * not matter: the service knows a key by its thumbprint.
 */
function findPrivateJwk(text: string, source: string): JWK | undefined {
  const value = findJson(text.trim());
  const keys = isRecord(value) && Array.isArray(value["keys"]) ? value["keys"] : [value];
  const [key, ...others] = keys.filter(isJwk).filter(({ d }) => d !== undefined);
  if (others.length === 0) return key;
  throw new ConfigurationError(`${source} contains a JWK set with several private keys`, {
    hint: "give the JWK of one key alone",
  });
}

/** Its other members are checked by what reads it as a key. */
function isJwk(value: unknown): value is JWK {
  return isRecord(value) && typeof value["kty"] === "string";
}

/** A variable often holds base64 of the file. */
function unwrap(text: string): string {
  if (text.includes("-----BEGIN")) return text;
  if (text.trimStart().startsWith("{")) return text;
  return Buffer.from(text, "base64").toString("latin1");
}

async function decrypt(pem: string, { source, passphrase }: KeyText): Promise<KeyObject> {
  if (passphrase === undefined) {
    throw new EncryptedKeyError(`${source} is encrypted`, {
      hint: "set PAYCTL_KEY_PASSPHRASE, or run payctl on a terminal",
    });
  }
  const words = await passphrase();
  try {
    return createPrivateKey({ key: pem, passphrase: words });
  } catch {
    // OpenSSL's own words for a wrong passphrase vary.
    throw new ConfigurationError(`the passphrase does not decrypt ${source}`, {
      hint: "check PAYCTL_KEY_PASSPHRASE, or type it again",
    });
  }
}

function decode(key: Parameters<typeof createPrivateKey>[0], source: string): KeyObject {
  try {
    return createPrivateKey(key);
  } catch {
    throw unreadable(source);
  }
}

function unreadable(source: string): ConfigurationError {
  return new ConfigurationError(`${source} contains a private key that can't be read`, { hint: howToGet });
}

function refuseOtherKinds(key: KeyObject, source: string): void {
  const curve = key.asymmetricKeyDetails?.namedCurve;
  if (key.asymmetricKeyType === "ec" && curve === "secp521r1") return;
  throw otherKind(key.asymmetricKeyType, curve, source);
}

function otherKind(type: string | undefined, curve: string | undefined, source: string): ConfigurationError {
  const found = curve === undefined ? `key of the kind ${type?.toUpperCase()}` : `key on the curve ${curve}`;
  return new ConfigurationError(`${source} contains a ${found}; the service accepts only P-521`, {
    hint: howToGet,
  });
}

function notPrivate(text: string, { source, text: given }: KeyText): ConfigurationError {
  if (looksLikePath(given)) {
    return new ConfigurationError(`${source} contains the path of a file, not a private key`, {
      hint: {
        text: "name the file in PAYCTL_PRIVATE_KEY_FILE instead, or as an option",
        command: "--key-file PATH",
      },
    });
  }
  if (text.includes("-----BEGIN PUBLIC KEY-----")) {
    return new ConfigurationError(`${source} contains a public key, not a private key`, {
      hint: "use the file with the private key instead",
    });
  }
  return new ConfigurationError(`${source} does not contain a private key`, {
    hint: {
      text: "give a whole PEM or JWK, or base64 of either; to make a key",
      command: "payctl keys generate",
    },
  });
}

const howToGet = { text: "make a key", command: "payctl keys generate" };

/** The parts of a key pair that anybody may see. */
export interface PublicParts {
  readonly thumbprint: string;
  /** SPKI. */
  readonly pem: string;
  readonly jwk: JWK;
}

/** A fresh private key on P-521, the only curve that the service accepts. */
export async function generatePrivateKey(): Promise<KeyObject> {
  const { privateKey } = await promisify(generateKeyPair)("ec", { namedCurve: "P-521" });
  return privateKey;
}

/** Of a private key, or of its public half. */
export async function publicParts(key: KeyObject): Promise<PublicParts> {
  const publicKey = key.type === "public" ? key : createPublicKey(key);
  const kid = await thumbprint(publicKey);
  return {
    thumbprint: kid,
    pem: publicKey.export({ type: "spki", format: "pem" }).toString(),
    jwk: { ...(await exportJWK(publicKey)), alg: "ES512", use: "sig", kid },
  };
}

/** PKCS#8, encrypted if there is a passphrase. */
export function toPrivatePem(privateKey: KeyObject, passphrase: string | undefined): string {
  const plain = { type: "pkcs8", format: "pem" } as const;
  const options = passphrase === undefined ? plain : { ...plain, cipher: "aes-256-cbc", passphrase };
  return privateKey.export(options).toString();
}
