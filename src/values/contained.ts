import { isRecord } from "./record.ts";
import { grouped, pointerStep } from "./text.ts";

/** Where a value lacks something that it should contain. */
export interface Difference {
  /** A JSON pointer. */
  readonly pointer: string;
  readonly expected: unknown;
  /** Undefined if there is nothing. */
  readonly actual: unknown;
}

/**
 * Values that one question may compare, which takes some 30 ms: each item of a list may be compared with each item of
 * another.
 */
const most = 100_000;

/** Thrown when a question would take more; its message is for people. */
export class TooManyComparisons extends Error {}

/** What is left of the comparisons of one question. */
export interface Comparisons {
  left: number;
}

export function startComparing(): Comparisons {
  return { left: most };
}

/**
 * The parts of a JSON value that are not contained in another: an object contains another with some of its fields, a
 * list one whose items are each contained in one of its own, and a single value only itself.
 */
export function* findDifferences(
  expected: unknown,
  actual: unknown,
  comparisons = startComparing(),
  pointer = "",
): Generator<Difference> {
  count(comparisons);
  if (isRecord(expected) && isRecord(actual)) {
    for (const [name, value] of Object.entries(expected)) {
      const found = Object.hasOwn(actual, name) ? actual[name] : undefined;
      yield* findDifferences(value, found, comparisons, `${pointer}/${pointerStep(name)}`);
    }
  } else if (Array.isArray(expected) && Array.isArray(actual)) {
    for (const [index, item] of expected.entries()) {
      if (actual.some((value) => isContained(item, value, comparisons))) continue;
      yield* findDifferences(item, actual[index], comparisons, `${pointer}/${index}`);
    }
  } else if (expected !== actual) yield { pointer, expected, actual };
}

/** Stops at the first difference. */
export function isContained(expected: unknown, actual: unknown, comparisons?: Comparisons): boolean {
  return findDifferences(expected, actual, comparisons).next().done === true;
}

function count(comparisons: Comparisons): void {
  comparisons.left -= 1;
  if (comparisons.left >= 0) return;
  throw new TooManyComparisons(`takes more than ${grouped(most)} comparisons; give fewer items of lists`);
}
