/** The value of a text in JSON; undefined for any other text. */
export function findJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a value is a JSON object; a number object that keeps its digits has a class of its own and is not one. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Another realm, as a test runner makes one, has an Object.prototype of its own.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
