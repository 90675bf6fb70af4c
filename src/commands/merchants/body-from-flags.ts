import type { FlagValues } from "../../terminal/flags.ts";
import { merchantAccountFlags } from "./flags.ts";

/** The fields that were given as flags, under their names in the API. */
export function bodyFromFlags(flags: FlagValues<typeof merchantAccountFlags>): Record<string, unknown> {
  const given = Object.entries(flags).filter(
    ([key, value]) => key in merchantAccountFlags && value !== undefined,
  );
  return Object.fromEntries(given.map(([key, value]) => [fieldName(key), value]));
}

/** `displayName` is `display_name` in the API. */
function fieldName(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
