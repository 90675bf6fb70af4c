import { Temporal } from "@js-temporal/polyfill";
import fc from "fast-check";
import { expect, it } from "vitest";
import { openZone, wallTimeIn } from "../../src/values/zone.ts";

/** Zones with ordinary changes, odd offsets, changes at midnight, half-hour changes, and one that skipped a day. */
const names = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "America/Sao_Paulo",
  "America/Havana",
  "Asia/Kathmandu",
  "Asia/Beirut",
  "Australia/Lord_Howe",
  "Africa/Casablanca",
  "Pacific/Apia",
  "Pacific/Chatham",
  "Antarctica/Troll",
];

const from = Date.parse("1975-01-01T00:00:00Z");
const to = Date.parse("2045-01-01T00:00:00Z");
const anyZone = fc.constantFrom(...names);
const anyTime = fc.integer({ min: from, max: to });

/** Within a day of a change of some zone, where everything interesting happens. */
const nearChange = fc
  .tuple(fc.constantFrom(...names.slice(1)), anyTime, fc.integer({ min: -100_000_000, max: 100_000_000 }))
  .map(([name, start, distance]) => {
    const change = Temporal.Instant.fromEpochMilliseconds(start)
      .toZonedDateTimeISO(name)
      .getTimeZoneTransition("next");
    return [name, (change?.epochMilliseconds ?? start) + distance] as const;
  });

const anyCase = fc.oneof(fc.tuple(anyZone, anyTime), nearChange);

it("clocks of a zone show the same as those of Temporal at every instant", () => {
  fc.assert(
    fc.property(anyCase, ([name, instant]) => {
      const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(name);
      expect(wallTimeIn(openZone(name), instant) - instant).toBe(offsetNanoseconds / 1_000_000);
    }),
    { numRuns: 500 },
  );
});

it("a zone that is asked a second time, from memory, says the same", () => {
  fc.assert(
    fc.property(nearChange, ([name, instant]) => {
      const zone = openZone(name);
      const first = zone.offsetAt(instant);
      expect([zone.offsetAt(instant), openZone(name).offsetAt(instant + 1 - 1)]).toEqual([first, first]);
    }),
  );
});
