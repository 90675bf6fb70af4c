import { cardFields, secretFields } from "../contract/secret-fields.ts";

export const mask = "********";

/** Whether a body field holds a secret or a card. */
export function isSecret(name: string): boolean {
  const hidden: readonly string[] = [...secretFields, ...cardFields];
  return hidden.includes(name);
}

/** A copy in which each value that `isShown` does not let through, by the name it stands under, is masked. */
export function maskValues(value: unknown, isShown: (name: string) => boolean, name = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => maskValues(item, isShown, name));
  if (isPlainObject(value)) {
    const entries = Object.entries(value);
    return Object.fromEntries(entries.map(([key, inner]) => [key, maskValues(inner, isShown, key)]));
  }
  return value === null || isShown(name) ? value : mask;
}

/** Numbers that keep their digits are objects too, but count as values. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
