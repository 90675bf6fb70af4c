import type { JWK } from "jose";
import { ConfigurationError } from "../errors.ts";
import { isRecord } from "../values/record.ts";

/**
 * The private key in a JWK, or in a JWK set that has only one (RFC 7517); undefined for a text that is neither. Throws
 * ConfigurationError if none can be chosen. `kid` does not matter: the service knows a key by its thumbprint.
 */
export function findPrivateJwk(text: string, source: string): JWK | undefined {
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
function isJwk(value: unknown): value is JWK {
  return isRecord(value) && typeof value["kty"] === "string";
}
