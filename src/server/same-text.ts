import { timingSafeEqual } from "node:crypto";

/** Whether two texts are the same, in a time that tells nothing of where they differ. */
export function isSameText(a: string, b: string): boolean {
  const [first, second] = [Buffer.from(a), Buffer.from(b)];
  return first.length === second.length && timingSafeEqual(first, second);
}
