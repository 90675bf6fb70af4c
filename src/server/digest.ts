import { hash } from "node:crypto";

/** SHA-256, base64url. */
export function digest(content: string | Uint8Array): string {
  return hash("sha256", content, "base64url");
}
