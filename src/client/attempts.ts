import { setMaxListeners } from "node:events";
import type { ApiRequest, Exchange } from "../contract/exchange.ts";
import { type CallDetails, type PayctlError, UnreachableError } from "../errors.ts";
import type { Debug } from "./debug.ts";
import { callDetails, type Plan } from "./plan.ts";
import { leavesDoubt, mayHaveWorked, nextStep, type Outcome } from "./retry.ts";
import { TransportError } from "./transport-error.ts";

/** What all attempts of all calls have in common. */
export interface AttemptOptions {
  readonly exchange: Exchange;
  readonly clock: {
    /** Milliseconds since the epoch. */
    now(): number;
    /** Rejects when the signal aborts first. */
    sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
    /** From 0 up to 1. */
    random(): number;
  };
  /** Further attempts after the first. */
  readonly retries: number;
  /** Whether an option or a variable says how many. */
  readonly areRetriesAsked?: boolean | undefined;
  /** Milliseconds since the epoch after which the whole command gives up. */
  readonly deadline?: number | undefined;
  /** Interrupts whatever is running. */
  readonly signal: AbortSignal;
  readonly debug?: Debug | undefined;
  note(text: string): Promise<void>;
}

export interface Attempted {
  readonly outcome: Outcome;
  readonly attempts: number;
  /** Whether an attempt before the last may have done the work. */
  readonly mayHaveWorkedBefore: boolean;
  /** Whether any attempt may have done the work without reporting it. */
  readonly inDoubt: boolean;
}

/** How far a call has got. */
interface Progress {
  attempts: number;
  mayHaveWorkedBefore: boolean;
  inDoubt: boolean;
  /** What the wait in progress is for. */
  waitsAfter: Outcome | undefined;
}

/** The function returned sends a request until it gets a final answer or retrying makes no sense. */
export function createAttempts(options: AttemptOptions) {
  const signalFor = createSignals(options);
  return async (plan: Plan, makeRequest: () => Promise<ApiRequest>): Promise<Attempted> => {
    const signal = signalFor(plan.signal);
    const progress = { attempts: 0, mayHaveWorkedBefore: false, inDoubt: false, waitsAfter: undefined };
    try {
      const outcome = await attemptAll(plan, makeRequest, progress, { ...options, signal });
      return { ...progress, outcome };
    } catch (error) {
      if (!(signal.reason instanceof DeadlinePassed)) throw error;
      throw deadlineError(callDetails(plan, progress), progress.waitsAfter);
    }
  };
}

async function attemptAll(
  plan: Plan,
  makeRequest: () => Promise<ApiRequest>,
  progress: Progress,
  options: AttemptOptions,
): Promise<Outcome> {
  const { clock, signal } = options;
  for (;;) {
    const request = { ...(await makeRequest()), signal };
    signal.throwIfAborted();
    progress.attempts += 1;
    const doubtBefore = progress.inDoubt;
    // Until it has ended, an attempt may have done anything.
    progress.inDoubt = true;
    const outcome = await attemptOnce(request, progress.attempts, options);
    progress.inDoubt = doubtBefore || leavesDoubt(outcome);
    const terms = { ...options, ...plan, attempt: progress.attempts, now: clock.now(), random: clock.random };
    const step = nextStep(outcome, terms);
    if (step.kind === "end") return outcome;
    if (step.kind === "deadline") {
      const response = outcome.kind === "answer" ? outcome.response : undefined;
      throw deadlineError(callDetails(plan, { ...progress, response }), outcome);
    }
    progress.mayHaveWorkedBefore ||= mayHaveWorked(outcome);
    progress.waitsAfter = outcome;
    await wait(step.delay, outcome, options);
    progress.waitsAfter = undefined;
  }
}

async function attemptOnce(request: ApiRequest, attempt: number, options: AttemptOptions): Promise<Outcome> {
  const { clock, debug, exchange } = options;
  await debug?.sent(request, attempt);
  const start = clock.now();
  const outcome = await exchange(request).then(
    (response): Outcome => ({ kind: "answer", response }),
    (error: unknown): Outcome => {
      if (request.signal?.aborted || !(error instanceof TransportError)) throw error;
      return { kind: "failure", error };
    },
  );
  await debug?.ended(outcome, clock.now() - start);
  return outcome;
}

/** Milliseconds after which a person starts to wonder what is happening. */
const noticeableDelay = 5000;

async function wait(delay: number, outcome: Outcome, options: AttemptOptions): Promise<void> {
  await options.debug?.waiting(delay);
  if (delay >= noticeableDelay) {
    await options.note(`trying again in ${Math.ceil(delay / 1000)} s: ${describe(outcome)}`);
  }
  await options.clock.sleep(delay, options.signal);
}

function deadlineError(call: CallDetails, last: Outcome | undefined): PayctlError {
  const message =
    last === undefined
      ? "the deadline passed before the service answered"
      : `the deadline leaves no time for another attempt: ${describe(last)}`;
  return new UnreachableError(message, {
    call,
    hint: { text: "allow more time", command: "--deadline 10m" },
  });
}

function describe(outcome: Outcome): string {
  return outcome.kind === "failure"
    ? outcome.error.message
    : `the service answered ${outcome.response.status}`;
}

/** The reason of a signal that aborts at the deadline. */
class DeadlinePassed extends Error {}

/** The most a timer can hold: 24 days, longer than anyone waits. */
const longestTimer = 2 ** 31 - 1;

/**
 * A signal that aborts on interruption, at the deadline, and with the caller's own one. Each is made once: one per
 * request would pile up on the signals that live as long as the command.
 */
export function createSignals({
  clock,
  deadline,
  signal,
}: Pick<AttemptOptions, "deadline" | "signal"> & { readonly clock: Pick<AttemptOptions["clock"], "now"> }) {
  const late = new AbortController();
  if (deadline !== undefined) {
    const left = Math.min(longestTimer, Math.max(0, deadline - clock.now()));
    // `AbortSignal.timeout` is garbage-collected if only a combined signal listens to it.
    setTimeout(() => late.abort(new DeadlinePassed()), left).unref();
  }
  const base = anyOf([signal, late.signal]);
  const combined = new WeakMap<AbortSignal, AbortSignal>();
  return (own: AbortSignal | undefined): AbortSignal => {
    if (own === undefined) return base;
    const known = combined.get(own) ?? anyOf([base, own]);
    combined.set(own, known);
    return known;
  };
}

/** Each request in progress listens; Node takes more than ten listeners for a leak and warns on standard error. */
function anyOf(signals: AbortSignal[]): AbortSignal {
  const signal = AbortSignal.any(signals);
  setMaxListeners(0, signal);
  return signal;
}
