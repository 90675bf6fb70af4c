import type { KeyObject } from "node:crypto";
import { calculateJwkThumbprint } from "jose";

/** The key's name on both sides: RFC 7638, SHA-256, base64url, 43 characters. */
export function thumbprint(key: KeyObject): Promise<string> {
  return calculateJwkThumbprint(key);
}
