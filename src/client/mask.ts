import { cardFields, secretFields } from "../contract/secret-fields.ts";
import { isRecord } from "../json-value.ts";

export const mask = "********";

const hiddenFields: ReadonlySet<string> = new Set([...secretFields, ...cardFields]);

/** Whether a body field holds a secret or a card. */
export function isSecret(name: string): boolean {
  return hiddenFields.has(name);
}

/** A copy in which each value that `isShown` does not let through, by the name it stands under, is masked. */
export function maskValues(value: unknown, isShown: (name: string) => boolean, name = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => maskValues(item, isShown, name));
  if (isRecord(value)) {
    const entries = Object.entries(value);
    return Object.fromEntries(entries.map(([key, inner]) => [key, maskValues(inner, isShown, key)]));
  }
  return value === null || isShown(name) ? value : mask;
}
