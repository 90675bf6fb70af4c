import type { ApiResponse } from "../contract/exchange.ts";
import { transientStatuses, undoneStatuses } from "../contract/failure.ts";
import type { TransportError, TransportKind } from "./transport-error.ts";

/** How one attempt ended. */
export type Outcome =
  | { readonly kind: "answer"; readonly response: ApiResponse }
  | { readonly kind: "failure"; readonly error: TransportError };

/** What the decision depends on besides the outcome; times are milliseconds since the epoch. */
export interface Situation {
  readonly repeatable: boolean;
  /** Whether the caller can tell from the next answer what a lost one said. */
  readonly resendsLost?: boolean;
  /** Counts from 1. */
  readonly attempt: number;
  readonly retries: number;
  /** Whether somebody asked for retries, and so may be starting the service right now. */
  readonly areRetriesAsked?: boolean | undefined;
  readonly now: number;
  readonly deadline?: number | undefined;
  random(): number;
}

type Step =
  | { readonly kind: "end" }
  | { readonly kind: "wait"; readonly delay: number }
  | { readonly kind: "deadline" };

const firstDelay = 250;
const longestDelay = 20_000;

const limited = [425, 429];

/** Whether another attempt makes sense, and after how many milliseconds. */
export function nextStep(outcome: Outcome, situation: Situation): Step {
  if (situation.attempt > situation.retries || !mayRepeat(outcome, situation)) return { kind: "end" };
  const delay = retryAfter(outcome, situation.now) ?? jitter(situation);
  if (situation.deadline === undefined || situation.now + delay < situation.deadline) {
    return { kind: "wait", delay };
  }
  return hasStatus(outcome, limited) ? { kind: "end" } : { kind: "deadline" };
}

const neverLeft: readonly TransportKind[] = ["unsent", "absent", "unusable"];

/** Whether the service may have done the work although the attempt failed. */
export function mayHaveWorked(outcome: Outcome): boolean {
  if (outcome.kind === "answer") return !hasStatus(outcome, limited);
  return !neverLeft.includes(outcome.error.kind);
}

/** Whether the attempt may have done the work without reporting it. A 503 says that it did not. */
export function leavesDoubt(outcome: Outcome): boolean {
  if (outcome.kind === "failure") return mayHaveWorked(outcome);
  return outcome.response.status >= 500 && !hasStatus(outcome, undoneStatuses);
}

/** Milliseconds that a `Retry-After` header asks for, given as seconds or as a date; undefined for any other text. */
export function readRetryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function mayRepeat(outcome: Outcome, situation: Situation): boolean {
  const { repeatable, resendsLost = false, areRetriesAsked = false } = situation;
  if (outcome.kind === "answer") return isResent(outcome.response.status, repeatable);
  const { kind } = outcome.error;
  if (kind === "absent") return areRetriesAsked;
  return kind === "unsent" || ((repeatable || resendsLost) && (kind === "lost" || kind === "cut"));
}

/** Whether retries send a request again after this status. */
export function isResent(status: number, repeatable: boolean): boolean {
  return (repeatable ? transientStatuses : undoneStatuses).includes(status);
}

function hasStatus(outcome: Outcome, statuses: readonly number[]): boolean {
  return outcome.kind === "answer" && statuses.includes(outcome.response.status);
}

function retryAfter(outcome: Outcome, now: number): number | undefined {
  if (outcome.kind === "failure") return undefined;
  return readRetryAfter(outcome.response.headers["retry-after"], now);
}

/** At least half of a step that doubles with each attempt, so that all retries together outlast a short outage. */
function jitter({ attempt, random }: Situation): number {
  const step = Math.min(longestDelay, firstDelay * 2 ** (attempt - 1));
  return Math.round((step * (1 + random())) / 2);
}
