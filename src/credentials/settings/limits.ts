import { UsageError } from "../../errors.ts";
import { parseDuration } from "../../values/duration.ts";

/** The longest time that a timer of Node can wait, in whole days. */
const longestWait = 24 * 86_400_000;

/** Milliseconds from 1 up to what a timer can wait. */
export function parseWait(text: string): number {
  return checkWait(parseDuration(text));
}

export function checkWait(milliseconds: number): number {
  if (milliseconds >= 1 && milliseconds <= longestWait) return milliseconds;
  throw new UsageError("must be from 1ms to 24d");
}

/** Further attempts after the first; the same bounds as `--retries`. */
export function parseRetries(text: string): number {
  const value = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  if (value <= 100) return value;
  throw new UsageError("must be a whole number from 0 to 100");
}
