import { UsageError } from "../errors.ts";

const units = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Milliseconds of a text such as `250ms`, `30s`, `90m`, `24h`, `7d`. */
export function parseDuration(text: string): number {
  const [, digits, unit] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h|d)$/.exec(text) ?? [];
  if (digits === undefined || unit === undefined) {
    throw new UsageError("must be a number with its unit: ms, s, m, h or d, as in 30s");
  }
  return Math.round(Number(digits) * units[unit as keyof typeof units]);
}
