import type { Answered } from "./answers.ts";
import type { ControlAnswer } from "./control-client.ts";
import { durationWords } from "./words.ts";

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
