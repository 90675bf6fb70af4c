import { setMaxListeners } from "node:events";

interface SignalOptions {
  /** Interrupts whatever runs. */
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. */
  readonly deadline?: number | undefined;
  readonly clock: { now(): number };
}

export interface Signals {
  /** Aborts on interruption, at the deadline, and with the caller's own signal. */
  with(own: AbortSignal | undefined): AbortSignal;
}

/** The reason of a signal that aborts at the deadline. */
export class DeadlinePassed extends Error {}

/** What a timer can hold: 24 days, and nobody waits longer. */
const longestTimer = 2 ** 31 - 1;

/** Each combination is made once: one per request would pile up on the signals that live as long as the command. */
export function createSignals(options: SignalOptions): Signals {
  const base = anyOf([options.signal, ...deadlineSignals(options)]);
  const combined = new WeakMap<AbortSignal, AbortSignal>();
  return {
    with(own) {
      if (own === undefined) return base;
      const signal = combined.get(own) ?? anyOf([base, own]);
      combined.set(own, signal);
      return signal;
    },
  };
}

/** Each request listens while it is under way; Node takes more than ten for a leak and says so on standard error. */
function anyOf(signals: AbortSignal[]): AbortSignal {
  const signal = AbortSignal.any(signals);
  setMaxListeners(0, signal);
  return signal;
}

/** `AbortSignal.timeout` would do, were it not collected as garbage when only a combination listens to it. */
function deadlineSignals({ deadline, clock }: SignalOptions): readonly AbortSignal[] {
  if (deadline === undefined) return [];
  const controller = new AbortController();
  const left = Math.min(longestTimer, Math.max(0, deadline - clock.now()));
  setTimeout(() => controller.abort(new DeadlinePassed()), left).unref();
  return [controller.signal];
}
