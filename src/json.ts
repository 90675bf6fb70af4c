import { isLosslessNumber, LosslessNumber, parse, stringify } from "lossless-json";

/** Reads JSON; a number that a double can't hold digit for digit becomes a LosslessNumber. Throws on anything else. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  // What comes back unchanged has lost nothing, and the usual compact answer needs no second reading.
  if (JSON.stringify(value) === text) return value;
  return parse(text, undefined, { parseNumber, onDuplicateKey: ({ newValue }) => newValue });
}

/** Writes JSON with the digits that `parseJson` kept; with `indent`, over several lines. */
export function stringifyJson(value: unknown, indent?: number): string {
  const text = holdsLosslessNumber(value)
    ? stringify(value, undefined, indent)
    : JSON.stringify(value, undefined, indent);
  return text ?? "null";
}

function parseNumber(text: string): unknown {
  const number = Number(text);
  return String(number) === text ? number : new LosslessNumber(text);
}

function holdsLosslessNumber(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return isLosslessNumber(value) || Object.values(value).some(holdsLosslessNumber);
}
