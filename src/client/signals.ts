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

/** What a timer can hold. */
const longestTimer = 2 ** 31 - 1;

/** Each combination is made once: one per request would pile up on the signals that live as long as the command. */
export function createSignals(options: SignalOptions): Signals {
  const base = AbortSignal.any([options.signal, ...deadlineSignals(options)]);
  const combined = new WeakMap<AbortSignal, AbortSignal>();
  return {
    with(own) {
      if (own === undefined) return base;
      const signal = combined.get(own) ?? AbortSignal.any([base, own]);
      combined.set(own, signal);
      return signal;
    },
  };
}

function deadlineSignals({ deadline, clock }: SignalOptions): readonly AbortSignal[] {
  if (deadline === undefined) return [];
  const left = Math.max(0, deadline - clock.now());
  return left > longestTimer ? [] : [AbortSignal.timeout(left)];
}
