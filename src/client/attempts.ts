import type { ApiRequest, Exchange } from "../contract/exchange.ts";
import { type PayctlError, UnreachableError } from "../errors.ts";
import type { Debug } from "./debug.ts";
import { pathOf } from "./plan.ts";
import { mayHaveWorked, nextStep, type Outcome } from "./retry.ts";
import { DeadlinePassed } from "./signals.ts";
import { TransportError } from "./transport-error.ts";

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Rejects when the signal aborts first. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** From 0 up to 1. */
  random(): number;
}

/** What the attempts of one call run with. */
export interface Attempting {
  readonly exchange: Exchange;
  readonly clock: Clock;
  readonly retries: number;
  /** Milliseconds since the epoch, for the whole command. */
  readonly deadline: number | undefined;
  /** Aborts when the command is interrupted, the caller lost interest, or the deadline came. */
  readonly signal: AbortSignal;
  readonly repeatable: boolean;
  readonly debug: Debug | undefined;
}

export interface Attempted {
  readonly outcome: Outcome;
  readonly attempts: number;
  /** Whether an attempt before the last may have done the work. */
  readonly mayHaveWorkedBefore: boolean;
}

/** Sends a request until it is answered for good or trying again makes no sense. */
export async function attemptCall(request: () => Promise<ApiRequest>, run: Attempting): Promise<Attempted> {
  let mayHaveWorkedBefore = false;
  for (let attempt = 1; ; attempt += 1) {
    const sent = await request();
    const outcome = await attemptOnce(sent, attempt, run);
    const { retries, deadline, repeatable, clock } = run;
    const situation = { repeatable, attempt, retries, deadline, now: clock.now(), random: clock.random };
    const step = nextStep(outcome, situation);
    if (step.kind === "end") return { outcome, attempts: attempt, mayHaveWorkedBefore };
    if (step.kind === "deadline") throw deadlineError(sent, attempt, outcome);
    mayHaveWorkedBefore ||= mayHaveWorked(outcome);
    await run.debug?.waiting(step.delay);
    await clock.sleep(step.delay, run.signal).catch((error: unknown) => {
      throw deadlinePassed(run) ? deadlineError(sent, attempt, outcome) : error;
    });
  }
}

async function attemptOnce(request: ApiRequest, attempt: number, run: Attempting): Promise<Outcome> {
  const { clock, debug } = run;
  await debug?.sent(request, attempt);
  const start = clock.now();
  const outcome = await exchangeOnce(request, attempt, run);
  await debug?.ended(outcome, clock.now() - start);
  return outcome;
}

async function exchangeOnce(request: ApiRequest, attempt: number, run: Attempting): Promise<Outcome> {
  try {
    run.signal.throwIfAborted();
    return { kind: "answer", response: await run.exchange(request) };
  } catch (error) {
    if (!run.signal.aborted && error instanceof TransportError) return { kind: "failure", error };
    throw deadlinePassed(run) ? deadlineError(request, attempt) : error;
  }
}

function deadlinePassed({ signal }: Attempting): boolean {
  return signal.aborted && signal.reason instanceof DeadlinePassed;
}

function deadlineError(request: ApiRequest, attempts: number, last?: Outcome): PayctlError {
  const why = last === undefined ? "" : `; the last attempt: ${describe(last)}`;
  return new UnreachableError(`the deadline left no time for an answer${why}`, {
    call: { method: request.method, path: pathOf(request.target), attempts },
    hint: "allow more time: --deadline 10m",
  });
}

function describe(outcome: Outcome): string {
  return outcome.kind === "failure" ? outcome.error.message : `status ${outcome.response.status}`;
}
