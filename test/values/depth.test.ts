import { expect, it } from "vitest";
import { isTooDeep } from "../../src/values/depth.ts";

const nested = (levels: number) => JSON.parse(`${'{"a":['.repeat(levels / 2)}${"]}".repeat(levels / 2)}`);

it.each([
  [0, false],
  [100, false],
  [102, true],
  [200_000, true],
])("%i levels are too deep: %s", (levels, outcome) => {
  expect(isTooDeep([1, { a: null }, levels === 0 ? "" : nested(levels)].at(-1))).toBe(outcome);
});
