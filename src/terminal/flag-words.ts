import { flagName } from "./read-input.ts";

/** Writes the values of flags as words of a command line again. */
export function flagWords(values: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(values).flatMap(([key, value]) => {
    const name = `--${flagName(key)}`;
    if (value === undefined || value === false) return [];
    if (value === true) return [name];
    const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
    return texts.map((text) => `${name}=${String(text)}`);
  });
}
