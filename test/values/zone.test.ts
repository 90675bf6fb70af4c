import { Temporal } from "@js-temporal/polyfill";
import fc from "fast-check";
import { expect, it } from "vitest";
import { instantOf, openZone, startOfDay, wallTimeIn } from "../../src/values/zone.ts";

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

function plain(wall: number): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(wall).toZonedDateTimeISO("UTC").toPlainDateTime();
}

it("clocks of a zone show the same as those of Temporal at every instant", () => {
  fc.assert(
    fc.property(anyCase, ([name, instant]) => {
      const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(name);
      expect(wallTimeIn(openZone(name), instant) - instant).toBe(offsetNanoseconds / 1_000_000);
    }),
    { numRuns: 500 },
  );
});

it("a time that its clocks skip is taken after the gap, and one that they show twice is the first", () => {
  fc.assert(
    fc.property(anyCase, ([name, wall]) => {
      const expected = plain(wall).toZonedDateTime(name, { disambiguation: "compatible" });
      expect(instantOf(openZone(name), wall)).toBe(expected.epochMilliseconds);
    }),
    { numRuns: 500 },
  );
});

it("a day of a zone starts with its first instant, as Temporal says", () => {
  fc.assert(
    fc.property(anyCase, ([name, wall]) => {
      const date = plain(wall).toPlainDate();
      const midnight = Math.floor(wall / 86_400_000) * 86_400_000;
      expect(startOfDay(openZone(name), midnight)).toBe(date.toZonedDateTime(name).epochMilliseconds);
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

const at = (name: string, wall: string) =>
  new Date(instantOf(openZone(name), Date.parse(`${wall}Z`))).toISOString();

it.each([
  ["Europe/Berlin", "2026-03-29T02:30:00", "2026-03-29T01:30:00.000Z"],
  ["Europe/Berlin", "2026-10-25T02:30:00", "2026-10-25T00:30:00.000Z"],
  ["America/New_York", "2026-03-08T02:00:00", "2026-03-08T07:00:00.000Z"],
  ["Australia/Lord_Howe", "2026-10-04T02:15:00", "2026-10-03T15:45:00.000Z"],
])("in %s the clocks show %s at %s", (name, wall, expected) => {
  expect(at(name, wall)).toBe(expected);
});

it("a day whose midnight is skipped starts later", () => {
  const start = startOfDay(openZone("America/Sao_Paulo"), Date.parse("2018-11-04T00:00:00Z"));
  expect(new Date(start).toISOString()).toBe("2018-11-04T03:00:00.000Z");
  expect(new Date(wallTimeIn(openZone("America/Sao_Paulo"), start)).toISOString()).toBe(
    "2018-11-04T01:00:00.000Z",
  );
});
