import { createECDH, createPublicKey, type JsonWebKey } from "node:crypto";
import { ConfigurationError } from "../errors.ts";
import { isRecord } from "../values/record.ts";

/**
 * The private key in a JWK, or in a JWK set that has only one (RFC 7517); undefined for a text that is neither. Throws
 * ConfigurationError if none can be chosen. `kid` does not matter: the service knows a key by its thumbprint.
 */
export function findPrivateJwk(text: string, source: string): JsonWebKey | undefined {
  const value = parseObject(text);
  const keys = (Array.isArray(value?.["keys"]) ? value["keys"] : [value]).filter(isJwk);
  const [key, ...others] = keys.filter(({ d }) => d !== undefined);
  if (others.length > 0) {
    throw new ConfigurationError(
      `${source} contains a JWK set with ${others.length + 1} private keys, so it is not clear which to use`,
      { hint: "give the JWK of one key alone" },
    );
  }
  if (key !== undefined || keys.length === 0) return key;
  throw new ConfigurationError(`${source} contains a JWK without its private part, d`, {
    hint: "use the file with the private key instead",
  });
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text.trim());
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Its other members are checked by what reads it as a key. */
function isJwk(value: unknown): value is JsonWebKey {
  return isRecord(value) && typeof value["kty"] === "string";
}

/** Whether it has both halves of a key on P-521, of which the public one does not follow from the private one. */
export function isMismatched({ d, ...half }: JsonWebKey): boolean {
  if (half.crv !== "P-521" || typeof d !== "string") return false;
  try {
    createPublicKey({ key: half, format: "jwk" });
  } catch {
    return false;
  }
  const pair = createECDH("secp521r1");
  try {
    pair.setPrivateKey(d, "base64url");
  } catch {
    return true;
  }
  // A point begins with the byte 4 (SEC 1, section 2.3.3).
  const [start, ...halves] = [
    Buffer.from([4]),
    ...[half.x, half.y].map((text = "") => Buffer.from(text, "base64url")),
  ];
  return !pair.getPublicKey().equals(Buffer.concat([start, ...halves]));
}
