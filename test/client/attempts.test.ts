import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { createSignals } from "../../src/client/attempts.ts";

const interrupt = new AbortController();
const signalFor = createSignals({ signal: interrupt.signal, clock: { now: () => 0 } });

it("the signal of a request lets any number of requests listen without a warning", async () => {
  const warnings: string[] = [];
  const hear = ({ name }: Error): number => warnings.push(name);
  process.on("warning", hear);
  for (const own of [undefined, new AbortController().signal]) {
    for (let count = 0; count < 50; count += 1) signalFor(own).addEventListener("abort", () => {});
  }
  await setImmediate();
  process.off("warning", hear);
  expect(warnings).toEqual([]);
});

it("requests without a signal share one", () => {
  expect(signalFor(undefined)).toBe(signalFor(undefined));
});

it("requests that share a signal of their own keep it", () => {
  const [own, other] = [new AbortController().signal, new AbortController().signal];
  expect(signalFor(own)).toBe(signalFor(own));
  expect(signalFor(own)).not.toBe(signalFor(other));
});
