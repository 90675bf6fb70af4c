import { UsageError } from "../errors.ts";

const units = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Inclusive, and written as people write durations. */
export interface DurationBounds {
  readonly least: string;
  readonly most: string;
}

/** What a timer of Node can wait, in whole days at most. */
export const timerBounds: DurationBounds = { least: "1ms", most: "24d" };

/** Bounds of the pauses between requests that repeat until stopped: shorter ones would flood a service. */
export const pauseBounds: DurationBounds = { ...timerBounds, least: "100ms" };

/**
 * Milliseconds of a text such as `250ms`, `30s`, `90m`, `24h`, `7d`; throws UsageError for any other, or one out of
 * bounds.
 */
export function parseDuration(text: string, bounds?: DurationBounds): number {
  const [, digits, unit] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h|d)$/.exec(text) ?? [];
  if (digits === undefined || unit === undefined) {
    throw new UsageError("must be a number with its unit: ms, s, m, h or d, as in 30s");
  }
  const duration = Math.round(Number(digits) * units[unit as keyof typeof units]);
  if (bounds !== undefined) checkBounds(duration, bounds);
  return duration;
}

function checkBounds(duration: number, { least, most }: DurationBounds): void {
  if (duration >= parseDuration(least) && duration <= parseDuration(most)) return;
  throw new UsageError(`must be from ${least} to ${most}`);
}

/** Milliseconds as people write them, in the largest unit that needs no fraction: `30s`, `10m`, `1500ms`. */
export function durationText(milliseconds: number): string {
  const fitting = Object.entries(units).filter(([, size]) => milliseconds % size === 0);
  const [unit, size] = fitting.at(-1) ?? ["ms", 1];
  return `${milliseconds / size}${unit}`;
}
