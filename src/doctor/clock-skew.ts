import { allowedSkew } from "../client/inspect-token.ts";

/** Our tokens begin 30 s in the past and the service allows as much, so this is where they begin to be refused. */
const severeSkew = 2 * allowedSkew;

/** Whether tokens are refused because of it; `skew` in seconds. */
export function isSevere(skew: number | undefined): skew is number {
  return skew !== undefined && Math.abs(skew) > severeSkew;
}

export function isNotable(skew: number): boolean {
  return Math.abs(skew) > allowedSkew;
}

/** A Date holds whole seconds, and an answer takes its time. */
const indistinct = 2;

/** Words that follow "this machine's clock". */
export function describeSkew(skew: number): string {
  if (Math.abs(skew) <= indistinct) return "agrees with the service's";
  return `is ${Math.abs(skew)} s ${skew > 0 ? "ahead of" : "behind"} the service's`;
}
