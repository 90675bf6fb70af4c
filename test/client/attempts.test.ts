import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createSignals } from "../../src/client/attempts.ts";

describe("the signal of a request", () => {
  const interrupt = new AbortController();
  const signals = createSignals({ signal: interrupt.signal, clock: { now: () => 0 } });

  it("lets any number of requests listen without a warning", async () => {
    const warnings: string[] = [];
    const hear = ({ name }: Error): number => warnings.push(name);
    process.on("warning", hear);
    for (const own of [undefined, new AbortController().signal]) {
      for (let count = 0; count < 50; count += 1) signals.with(own).addEventListener("abort", () => {});
    }
    await setImmediate();
    process.off("warning", hear);
    expect(warnings).toEqual([]);
  });

  it("is one for all requests that have none of their own", () => {
    expect(signals.with(undefined)).toBe(signals.with(undefined));
  });

  it("is one for all requests that share their own", () => {
    const [own, other] = [new AbortController().signal, new AbortController().signal];
    expect(signals.with(own)).toBe(signals.with(own));
    expect(signals.with(own)).not.toBe(signals.with(other));
  });
});
