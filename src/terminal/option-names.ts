import type { Flag } from "./flags.ts";
import { flagName } from "./read-input.ts";

/** How a flag is written: `-L`, `--limit`, and `--no-limit` where it has an opposite. */
export interface OptionNames {
  readonly short: string | undefined;
  readonly long: string;
  readonly opposite: string | undefined;
}

export function optionNames(key: string, flag: Flag<unknown>): OptionNames {
  const name = flagName(key);
  const hasOpposite = flag.form === "negatable" || flag.form === "clearable";
  return {
    short: flag.short === undefined ? undefined : `-${flag.short}`,
    long: `--${name}`,
    opposite: hasOpposite ? `--no-${name}` : undefined,
  };
}
