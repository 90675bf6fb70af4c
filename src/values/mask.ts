import { isRecord } from "./record.ts";

/** What is shown in place of a secret. */
export const mask = "********";

/** The parts of a JSON Web Key that only its owner may know (RFC 7518, section 6). */
const privateParts: ReadonlySet<string> = new Set(["d", "p", "q", "dp", "dq", "qi", "oth", "k"]);

/** Whether a field is a secret because of the other fields of its object. */
export function isPrivatePart(name: string, siblings: Readonly<Record<string, unknown>>): boolean {
  return privateParts.has(name) && "kty" in siblings;
}

/** Hides the values of the named fields, and the private parts of a JWK, at any depth; null stays null. */
export function createMask(secretFields: readonly string[]): (value: unknown) => unknown {
  const named = new Set(secretFields);
  const isSecret = (name: string, siblings: Readonly<Record<string, unknown>>): boolean =>
    named.has(name) || isPrivatePart(name, siblings);
  const maskedCopy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(maskedCopy);
    if (!isRecord(value)) return value;
    // fromEntries defines its keys, so that a field named __proto__ stays a field.
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        isSecret(name, value) ? hide(inner) : maskedCopy(inner),
      ]),
    );
  };
  // Most values hold no secret, and searching takes a fifth of the time of copying.
  const holdsSecret = (value: unknown): boolean => {
    if (typeof value !== "object") return false;
    if (Array.isArray(value)) return value.some(holdsSecret);
    if (!isRecord(value)) return false;
    for (const name in value) if (isSecret(name, value) || holdsSecret(value[name])) return true;
    return false;
  };
  return (value) => (holdsSecret(value) ? maskedCopy(value) : value);
}

function hide(value: unknown): unknown {
  return value === null || value === undefined ? value : mask;
}
