/** How long ago, or ahead: `now`, `12 s ago`, `3 h ago`. */
export function relativeTime(milliseconds: number): string {
  const words = durationWords(Math.abs(milliseconds));
  if (words === "") return "now";
  return milliseconds < 0 ? `in ${words}` : `${words} ago`;
}

const units = [
  [86_400_000, "d"],
  [3_600_000, "h"],
  [60_000, "min"],
  [1000, "s"],
] as const;

/** Rounded, in the largest unit of which there are two: a day less some seconds is 24 h. Empty below a second. */
export function durationWords(milliseconds: number): string {
  const [length, unit] = units.find(([long]) => milliseconds >= 2 * long) ?? [1000, "s"];
  const count = Math.round(milliseconds / length);
  return count === 0 ? "" : `${count} ${unit}`;
}

/** A time as people read it, to the millisecond: `2026-01-31 09:30:00.125Z`. */
export function exactTime(time: string): string {
  return time.replace("T", " ");
}

/** The start of an id, long enough to tell two apart. */
export function shortId(id: string): string {
  return /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(id) ? id.slice(0, 8) : id;
}

/** `1 request`, `1,234 requests` */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}
