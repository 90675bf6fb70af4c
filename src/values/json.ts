import { LosslessNumber, parse, stringify } from "lossless-json";
import { isRecord } from "./record.ts";

/** A number object that keeps its digits: neither an object nor an array of JSON. */
export function isDigits(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isRecord(value);
}

/** A number that a double might write differently: with a fraction, an exponent, 16 digits, or a minus before 0. */
const oddNumber = /[[:,]\s*(?:-0|-?\d+[.eE]|-?\d{16})[\d.eE+-]*\s*[,\]}]/;

/** Parses JSON; a number that a double can't hold digit for digit becomes a LosslessNumber. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  // A text without such numbers, or one that comes back unchanged, needs no second parse.
  if (typeof value === "object" && !oddNumber.test(text)) return value;
  if (JSON.stringify(value) === text) return value;
  return parse(text, undefined, { parseNumber, onDuplicateKey: ({ newValue }) => newValue });
}

/** Whether an object in a JSON text has one key twice; JSON.parse takes the last. */
export function repeatsKey(text: string): boolean {
  let isRepeated = false;
  parse(text, undefined, {
    onDuplicateKey({ newValue }) {
      isRepeated = true;
      return newValue;
    },
  });
  return isRepeated;
}

/** Writes JSON with the digits that `parseJson` kept; with `indent`, over several lines. */
export function stringifyJson(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, undefined, indent);
  // Searching the text is faster than searching the value; a false match comes out the same.
  return text?.includes(mark) ? (stringify(value, undefined, indent) ?? "null") : (text ?? "null");
}

/** How JSON.stringify reveals a LosslessNumber. */
const mark = "isLosslessNumber" satisfies keyof LosslessNumber;

function parseNumber(text: string): unknown {
  const number = Number(text);
  return String(number) === text ? number : new LosslessNumber(text);
}
