import { isRecord } from "./record.ts";

/** Where a value lacks something that it should contain. */
export interface Difference {
  /** A JSON pointer. */
  readonly pointer: string;
  readonly expected: unknown;
  /** Undefined if there is nothing. */
  readonly actual: unknown;
}

/**
 * The parts of a JSON value that are not contained in another: an object contains another with some of its fields, a
 * list one whose items are each contained in one of its own, and a single value only itself.
 */
export function findDifferences(expected: unknown, actual: unknown, pointer = ""): readonly Difference[] {
  if (isRecord(expected) && isRecord(actual)) {
    return Object.entries(expected).flatMap(([name, value]) => {
      const own = Object.hasOwn(actual, name) ? actual[name] : undefined;
      return findDifferences(value, own, `${pointer}/${escaped(name)}`);
    });
  }
  if (Array.isArray(expected) && Array.isArray(actual)) {
    return expected.flatMap((item, index) => {
      if (actual.some((own) => isContained(item, own))) return [];
      return findDifferences(item, actual[index], `${pointer}/${index}`);
    });
  }
  return expected === actual ? [] : [{ pointer, expected, actual }];
}

export function isContained(expected: unknown, actual: unknown): boolean {
  return findDifferences(expected, actual).length === 0;
}

/** RFC 6901, section 3. */
function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
