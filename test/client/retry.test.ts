import fc from "fast-check";
import { expect, test } from "vitest";
import {
  mayHaveWorked,
  nextStep,
  type Outcome,
  readRetryAfter,
  type Situation,
} from "../../src/client/retry.ts";
import { TransportError, type TransportKind } from "../../src/client/transport-error.ts";

const now = Date.parse("2026-01-01T00:00:00Z");
const situation: Situation = {
  repeatable: true,
  attempt: 1,
  retries: 4,
  now,
  deadline: undefined,
  random: () => 0.5,
};

function answer(status: number, headers: Record<string, string> = {}): Outcome {
  return { kind: "answer", response: { status, headers, body: "" } };
}

function failed(kind: TransportKind): Outcome {
  return { kind: "failure", error: new TransportError(kind, "no") };
}

test.each([
  [425, true, true],
  [429, true, true],
  [500, true, false],
  [502, true, false],
  [503, true, true],
  [504, true, false],
  [200, false, false],
  [302, false, false],
  [404, false, false],
  [501, false, false],
])("after %i, a call is repeated: %s if the operation may repeat, %s if not", (status, repeatable, once) => {
  expect(nextStep(answer(status), situation).kind).toBe(repeatable ? "wait" : "end");
  expect(nextStep(answer(status), { ...situation, repeatable: false }).kind).toBe(once ? "wait" : "end");
});

test.each([true, false])(
  "a service that is not there yet is waited for where retries are asked for (a call that repeats: %s)",
  (repeatable) => {
    const asked = { ...situation, repeatable, areRetriesAsked: true };
    expect(nextStep(failed("absent"), asked).kind).toBe("wait");
    expect(nextStep(failed("absent"), { ...asked, attempt: 5 }).kind).toBe("end");
    expect(nextStep(failed("absent"), { ...asked, areRetriesAsked: false }).kind).toBe("end");
  },
);

test.each([
  ["unsent", true, true],
  ["lost", true, false],
  ["cut", true, false],
  ["malformed", false, false],
  ["absent", false, false],
  ["unusable", false, false],
] as const)(
  "after a failure of the kind %s, a call is repeated: %s if the operation may repeat, %s if not",
  (kind, repeatable, once) => {
    expect(nextStep(failed(kind), situation).kind).toBe(repeatable ? "wait" : "end");
    expect(nextStep(failed(kind), { ...situation, repeatable: false }).kind).toBe(once ? "wait" : "end");
  },
);

test("a call is not repeated once the further attempts are used up", () => {
  expect(nextStep(answer(503), { ...situation, attempt: 4 }).kind).toBe("wait");
  expect(nextStep(answer(503), { ...situation, attempt: 5 }).kind).toBe("end");
  expect(nextStep(answer(503), { ...situation, retries: 0 }).kind).toBe("end");
});

test("the bound of a wait doubles from 250 ms to 20 s", () => {
  const delays = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((attempt) =>
    nextStep(answer(500), { ...situation, attempt, retries: 9, random: () => 1 }),
  );
  expect(delays).toEqual(
    [250, 500, 1000, 2000, 4000, 8000, 16_000, 20_000, 20_000].map((delay) => ({ kind: "wait", delay })),
  );
});

test("a wait is never longer than 20 s of its own accord", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (attempt, random) => {
        const step = nextStep(failed("lost"), {
          ...situation,
          attempt,
          retries: 100,
          random: () => random,
        });
        return step.kind === "wait" && step.delay >= 125 && step.delay <= 20_000;
      },
    ),
  );
});

test.each([
  ["120", 120_000],
  [" 0 ", 0],
  ["Wed, 31 Dec 2025 00:00:00 GMT", 0],
  ["soon", undefined],
  ["", undefined],
  [undefined, undefined],
])("a Retry-After of %j is read as %j", (text, milliseconds) => {
  expect(readRetryAfter(text, now)).toBe(milliseconds);
});

const close = { ...situation, deadline: now + 1000 };

test("a deadline leaves time for a wait that ends before it", () => {
  expect(nextStep(answer(500), close)).toEqual({ kind: "wait", delay: 188 });
});

test("a deadline ends a call at once if the wait would reach it", () => {
  expect(nextStep(answer(503, { "retry-after": "1" }), close)).toEqual({ kind: "deadline" });
  expect(nextStep(failed("lost"), { ...close, deadline: now })).toEqual({ kind: "deadline" });
});

test("a deadline leaves the last word to the service if that limits the rate", () => {
  expect(nextStep(answer(429, { "retry-after": "60" }), close)).toEqual({ kind: "end" });
  expect(nextStep(answer(425, { "retry-after": "60" }), close)).toEqual({ kind: "end" });
});

test("the outcomes after which the work may be done are known", () => {
  const worked = [failed("lost"), failed("cut"), answer(500), answer(504)];
  const didNot = [failed("unsent"), failed("absent"), failed("unusable"), answer(429)];
  expect(worked.map(mayHaveWorked)).toEqual([true, true, true, true]);
  expect(didNot.map(mayHaveWorked)).toEqual([false, false, false, false]);
});
