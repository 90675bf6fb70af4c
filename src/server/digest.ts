import { hash, timingSafeEqual } from "node:crypto";

/** SHA-256, base64url. */
export function digest(content: string | Uint8Array): string {
  return hash("sha256", content, "base64url");
}

/** Compares two texts in a time that does not reveal where they differ. */
export function isSameText(a: string, b: string): boolean {
  const [first, second] = [Buffer.from(a), Buffer.from(b)];
  return first.length === second.length && timingSafeEqual(first, second);
}
