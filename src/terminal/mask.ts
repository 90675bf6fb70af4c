import { isRecord } from "./value.ts";

const maskedValue = "********";

/** Hides the values of the named fields at any depth; a field that is null stays null. */
export function createMask(secretFields: readonly string[]): (value: unknown) => unknown {
  const secret = new Set(secretFields);
  const mask = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(mask);
    if (!isRecord(value)) return value;
    // fromEntries defines its keys, so that a field named __proto__ stays a field.
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, secret.has(name) ? hide(inner) : mask(inner)]),
    );
  };
  return mask;
}

function hide(value: unknown): unknown {
  return value === null || value === undefined ? value : maskedValue;
}
