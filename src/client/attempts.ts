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
  readonly clock: Clock;
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

interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Rejects when the signal aborts first. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** From 0 up to 1. */
  random(): number;
}

/** Here `signal` aborts on interruption, at the deadline, and when the caller lost interest. */
interface Attempting extends AttemptOptions {
  readonly repeatable: boolean;
  readonly resendsLost: boolean;
}

export interface Attempted {
  readonly outcome: Outcome;
  readonly attempts: number;
  /** Whether an attempt before the last may have done the work. */
  readonly mayHaveWorkedBefore: boolean;
  /** Whether any attempt may have done the work without reporting it. */
  readonly inDoubt: boolean;
}

/** The function returned sends a request until it gets a final answer or retrying makes no sense. */
export function createAttempts(options: AttemptOptions) {
  const signals = createSignals(options);
  return (plan: Plan, makeRequest: () => Promise<ApiRequest>): Promise<Attempted> => {
    const signal = signals.with(plan.signal);
    const run = { ...options, signal, repeatable: plan.repeatable, resendsLost: plan.resendsLost };
    return attemptAll(async () => ({ ...(await makeRequest()), signal }), run);
  };
}

/** Milliseconds after which a person starts to wonder what is happening. */
const noticeableDelay = 5000;

async function attemptAll(makeRequest: () => Promise<ApiRequest>, run: Attempting): Promise<Attempted> {
  let mayHaveWorkedBefore = false;
  let inDoubt = false;
  for (let attempt = 1; ; attempt += 1) {
    const request = await makeRequest();
    const outcome = await attemptOnce(request, attempt, run);
    inDoubt ||= leavesDoubt(outcome);
    const response = outcome.kind === "answer" ? outcome.response : undefined;
    const call = callDetails(request, { attempts: attempt, inDoubt, response });
    const step = nextStep(outcome, { ...run, attempt, now: run.clock.now(), random: run.clock.random });
    if (step.kind === "end") return { outcome, attempts: attempt, mayHaveWorkedBefore, inDoubt };
    if (step.kind === "deadline") throw deadlineError(call, outcome);
    mayHaveWorkedBefore ||= mayHaveWorked(outcome);
    await run.debug?.waiting(step.delay);
    if (step.delay >= noticeableDelay) await run.note(waitNote(step.delay, outcome));
    await run.clock.sleep(step.delay, run.signal).catch((error: unknown) => {
      throw deadlinePassed(run) ? deadlineError(call, outcome) : error;
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
  let inDoubt = false;
  try {
    run.signal.throwIfAborted();
    inDoubt = true;
    return { kind: "answer", response: await run.exchange(request) };
  } catch (error) {
    if (!run.signal.aborted && error instanceof TransportError) return { kind: "failure", error };
    throw deadlinePassed(run)
      ? deadlineError(callDetails(request, { attempts: inDoubt ? attempt : attempt - 1, inDoubt }))
      : error;
  }
}

function deadlinePassed({ signal }: Attempting): boolean {
  return signal.aborted && signal.reason instanceof DeadlinePassed;
}

function deadlineError(call: CallDetails, last?: Outcome): PayctlError {
  const message =
    last === undefined
      ? "the deadline passed before the service answered"
      : `the deadline leaves no time for another attempt: ${describe(last)}`;
  return new UnreachableError(message, {
    call,
    hint: { text: "allow more time", command: "--deadline 10m" },
  });
}

function waitNote(delay: number, outcome: Outcome): string {
  return `trying again in ${Math.ceil(delay / 1000)} s: ${describe(outcome)}`;
}

function describe(outcome: Outcome): string {
  return outcome.kind === "failure"
    ? outcome.error.message
    : `the service answered ${outcome.response.status}`;
}

type SignalOptions = Pick<AttemptOptions, "deadline" | "signal"> & { readonly clock: Pick<Clock, "now"> };

/** The reason of a signal that aborts at the deadline. */
class DeadlinePassed extends Error {}

/** The most a timer can hold: 24 days, longer than anyone waits. */
const longestTimer = 2 ** 31 - 1;

/** Each combination is made once: one per request would pile up on the signals that live as long as the command. */
export function createSignals(options: SignalOptions) {
  const base = anyOf([options.signal, ...deadlineSignals(options)]);
  const combined = new WeakMap<AbortSignal, AbortSignal>();
  return {
    /** Aborts on interruption, at the deadline, and with the caller's own signal. */
    with(own: AbortSignal | undefined): AbortSignal {
      if (own === undefined) return base;
      const signal = combined.get(own) ?? anyOf([base, own]);
      combined.set(own, signal);
      return signal;
    },
  };
}

/**
 * Each request in progress adds a listener; Node takes more than ten listeners for a leak and warns on standard error.
 */
function anyOf(signals: AbortSignal[]): AbortSignal {
  const signal = AbortSignal.any(signals);
  setMaxListeners(0, signal);
  return signal;
}

/** `AbortSignal.timeout` would do, but it is garbage-collected if only a combined signal listens to it. */
function deadlineSignals({ deadline, clock }: SignalOptions): readonly AbortSignal[] {
  if (deadline === undefined) return [];
  const controller = new AbortController();
  const left = Math.min(longestTimer, Math.max(0, deadline - clock.now()));
  setTimeout(() => controller.abort(new DeadlinePassed()), left).unref();
  return [controller.signal];
}
