import { timingSafeEqual } from "node:crypto";

/** Compares two texts in a time that does not reveal where they differ. */
export function isSameText(a: string, b: string): boolean {
  const [first, second] = [Buffer.from(a), Buffer.from(b)];
  return first.length === second.length && timingSafeEqual(first, second);
}
