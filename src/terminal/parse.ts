import { UsageError } from "../errors.ts";

export function verbatim(text: string): string {
  return text;
}

/** The text itself, which must not be empty. */
export function parseWord(text: string): string {
  if (text !== "") return text;
  throw new UsageError("must not be empty");
}

/** Both ends belong to it. */
export interface Bounds {
  readonly minimum: number;
  readonly maximum: number;
}

/** Throws UsageError for anything but a UUID. */
export function parseUuid(text: string): string {
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return text.toLowerCase();
  throw new UsageError("must be a UUID, as in 7f6e5d4c-3b2a-4190-8f7e-6d5c4b3a2910");
}

/** The value of a JSON text. */
export function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError("must be JSON", { cause });
  }
}

/** The text itself, when it is one of the choices. */
export function oneOf<Choice extends string>(text: string, choices: readonly Choice[]): Choice {
  const choice = choices.find((candidate) => candidate === text);
  if (choice === undefined) throw new UsageError(`must be one of ${choices.join(", ")}`);
  return choice;
}

/** The names of `a,b,c`. */
export function splitCommas(text: string): readonly string[] {
  const parts = text.split(",").map((part) => part.trim());
  if (parts.includes("")) throw new UsageError("must be names separated by commas");
  return parts;
}

/** A whole number in decimal digits, within the bounds. */
export function parseInteger(text: string, bounds: Bounds): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= bounds.minimum && value <= bounds.maximum) return value;
  throw new UsageError(`must be a whole number from ${bounds.minimum} to ${bounds.maximum}`);
}
