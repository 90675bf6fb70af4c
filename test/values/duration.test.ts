import fc from "fast-check";
import { expect, it } from "vitest";
import { durationText, parseDuration } from "../../src/values/duration.ts";

it.each([
  [1500, "1500ms"],
  [30_000, "30s"],
  [90_000, "90s"],
  [600_000, "10m"],
  [172_800_000, "2d"],
])("a duration of %i milliseconds is written %s", (milliseconds, text) => {
  expect(durationText(milliseconds)).toBe(text);
});

it("a duration is read as it was written", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_073_600_000 }), (milliseconds) => {
      fc.pre(/^\d{1,9}\D/.test(durationText(milliseconds)));
      expect(parseDuration(durationText(milliseconds))).toBe(milliseconds);
    }),
  );
});
