import { getMaxListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { createSignals } from "../../src/client/signals.ts";

describe("the signal of a request", () => {
  const interrupt = new AbortController();
  const signals = createSignals({ signal: interrupt.signal, clock: { now: () => 0 } });

  it("lets any number of requests listen without a warning", () => {
    const own = new AbortController().signal;
    expect([undefined, own].map((signal) => getMaxListeners(signals.with(signal)))).toEqual([0, 0]);
  });

  it("is one for all requests that have none of their own", () => {
    expect(signals.with(undefined)).toBe(signals.with(undefined));
  });
});
