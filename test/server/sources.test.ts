import { expect, it } from "vitest";
import { createClock, openSources } from "../../src/server/sources.ts";

function ticking(start: string) {
  const base = { at: Date.parse(start) };
  return { base, clock: createClock(() => base.at) };
}

it("a clock shows what moves it until somebody sets it", () => {
  const { base, clock } = ticking("2026-01-01T00:00:00.000Z");
  base.at += 1000;
  expect(clock.now().toISOString()).toBe("2026-01-01T00:00:01.000Z");
});

it("a clock runs on from the time that it was set to", () => {
  const { base, clock } = ticking("2026-01-01T00:00:00.000Z");
  clock.change({ time: new Date("2030-06-01T00:00:00.000Z") });
  base.at += 1500;
  expect(clock.now().toISOString()).toBe("2030-06-01T00:00:01.500Z");
});

it("a clock stands still when it is frozen, can be advanced then, and runs on from there", () => {
  const { base, clock } = ticking("2026-01-01T00:00:00.000Z");
  clock.change({ frozen: true });
  base.at += 5000;
  clock.advance(60_000);
  expect([clock.now().toISOString(), clock.isFrozen()]).toEqual(["2026-01-01T00:01:00.000Z", true]);
  clock.change({ frozen: false });
  base.at += 1000;
  expect([clock.now().toISOString(), clock.isFrozen()]).toEqual(["2026-01-01T00:01:01.000Z", false]);
});

it("a clock goes back to its own time", () => {
  const { base, clock } = ticking("2026-01-01T00:00:00.000Z");
  clock.change({ time: new Date(0), frozen: true });
  clock.change({ time: null, frozen: false });
  expect(clock.now().getTime()).toBe(base.at);
});

const outside = {
  now: () => new Date("2026-03-01T00:00:00.000Z"),
  newId: () => "an id",
  randomBytes: (size: number) => new Uint8Array(size),
};

it("times and ids come from the host unless told otherwise", () => {
  const sources = openSources(outside);
  sources.newRequestId();
  expect([sources.clock.now(), sources.newId(), sources.newRequestId(), sources.randomBytes(2)]).toEqual([
    outside.now(),
    "an id",
    "an id",
    new Uint8Array(2),
  ]);
});

it("the clock starts at the time that is wanted", () => {
  const { clock, realNow } = openSources({ ...outside, clock: new Date(5000) });
  expect([clock.now(), realNow()]).toEqual([new Date(5000), outside.now()]);
});

it("a clock that is frozen from the start shows exactly the time that is wanted, however late it is asked", () => {
  let milliseconds = 0;
  const now = () => {
    milliseconds += 1;
    return new Date(milliseconds);
  };
  const { clock } = openSources({ ...outside, now, clock: new Date(5000), frozen: true });
  expect([clock.now(), clock.now(), clock.isFrozen()]).toEqual([new Date(5000), new Date(5000), true]);
});

it("the same number gives the same times and ids, another number others", () => {
  const draw = (deterministic: number) => {
    const { lastingBytes, newId, newRequestId, randomBytes } = openSources({ ...outside, deterministic });
    const bytes = [randomBytes(40), randomBytes(40), lastingBytes(40)].map((part) => Buffer.from(part));
    return [newId(), newId(), newRequestId(), ...bytes.map((part) => part.toString("hex"))];
  };
  expect(draw(7)).toEqual(draw(7));
  expect(new Set([...draw(7), ...draw(8)]).size).toBe(12);
  expect(draw(7)[0]).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});

it("a deterministic clock moves by a second with each request, and tokens are judged by the time of day", () => {
  const sources = openSources({ ...outside, deterministic: 1 });
  sources.newRequestId();
  expect([sources.clock.now().toISOString(), sources.realNow()]).toEqual([
    "2026-01-01T00:00:01.000Z",
    outside.now(),
  ]);
});
