import { expect, it } from "vitest";
import { findDifferences, isContained, TooManyComparisons } from "../../src/values/contained.ts";

it.each<[unknown, unknown, boolean]>([
  [{ a: 1 }, { a: 1, b: 2 }, true],
  [{ a: 1 }, { b: 1 }, false],
  [{ toString: 1 }, {}, false],
  [[2, 1], [1, 2, 3], true],
  [[{ a: 1 }], [{ b: 1 }, { a: 1, b: 1 }], true],
  [[[1], [2]], [[2, 1]], true],
  [[4], [1, 2, 3], false],
  [1, "1", false],
  [{}, [], false],
  [null, null, true],
])("that %j is contained in %j is %s", (expected, actual, outcome) => {
  expect(isContained(expected, actual)).toBe(outcome);
  expect([...findDifferences(expected, actual)].length === 0).toBe(outcome);
});

it("lists are compared item by item, but not without end", () => {
  const list = (first: number) => Array.from({ length: 60_000 }, (_, index) => first + index);
  expect(() => isContained(list(0).toReversed(), list(0))).toThrow(TooManyComparisons);
  expect(() => [...findDifferences({ a: list(1) }, { a: list(0) })]).toThrow(
    "takes more than 100,000 comparisons; give fewer items of lists",
  );
});
