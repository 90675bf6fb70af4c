import type { Answered } from "./answers.ts";
import type { ControlAnswer } from "./control-client.ts";

/** The server's clock at a moment of this browser's. */
export interface KnownClock extends Omit<ControlAnswer<"readClock">, "time"> {
  readonly time: number;
  readonly at: number;
}

export function clockOf(health: Answered<"readHealth"> | undefined): KnownClock | undefined {
  if (health === undefined) return undefined;
  const { answer, at } = health;
  return { ...answer.clock, time: Date.parse(answer.clock.time), at };
}

/** What the server's clock shows at a given time of this browser's. */
export function shownAt({ at, frozen, time }: KnownClock, now: number): number {
  return frozen ? time : time + now - at;
}

/** A few seconds are the round trip over the network. */
const unnoticed = 5000;

export function leadWords(lead: number): string {
  if (Math.abs(lead) < unnoticed) return "the same as this machine's clock";
  return `${durationWords(Math.abs(lead))} ${lead > 0 ? "ahead of" : "behind"} this machine's clock`;
}

const units = [
  [86_400_000, "d"],
  [3_600_000, "h"],
  [60_000, "min"],
  [1000, "s"],
] as const;

/** Rounded, in the largest unit of which there are two: a day less some seconds is 24 h. Empty below a second. */
function durationWords(milliseconds: number): string {
  const [length, unit] = units.find(([long]) => milliseconds >= 2 * long) ?? [1000, "s"];
  const count = Math.round(milliseconds / length);
  return count === 0 ? "" : `${count} ${unit}`;
}

/** A time as people read it, to the millisecond: `2026-01-31 09:30:00.125Z`. */
export function exactTime(time: string): string {
  return time.replace("T", " ");
}

/** The same to the second, without the zone, which is always UTC: `2026-01-31 09:30:00`. */
export function shortTime(time: number | string): string {
  return exactTime(new Date(time).toISOString()).slice(0, 19);
}
