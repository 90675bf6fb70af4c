import { createHash, type KeyObject } from "node:crypto";

/**
 * The key's name on both sides: RFC 7638, SHA-256, base64url, 43 characters. Node exports `x` and `y` padded to 66
 * bytes, as the decisions ask.
 */
export function thumbprint(key: KeyObject): string {
  const { crv, kty, x, y } = key.export({ format: "jwk" });
  return createHash("sha256").update(JSON.stringify({ crv, kty, x, y })).digest("base64url");
}
