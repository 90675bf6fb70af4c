import { hash } from "node:crypto";

/** SHA-256, base64url. */
export function digest(text: string): string {
  return hash("sha256", text, "base64url");
}
