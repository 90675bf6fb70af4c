import { type Command as Node, Option } from "commander";
import { UsageError } from "./errors.ts";
import type { Flag, FlagSpecs } from "./terminal/flags.ts";
import { flagName } from "./terminal/words.ts";

/** Gives a node of the commander tree its options. */
export function addFlags(node: Node, specs: FlagSpecs): void {
  for (const [key, flag] of Object.entries(specs)) {
    for (const spelling of spellings(key, flag)) node.addOption(toOption(spelling, flag));
  }
}

function spellings(key: string, flag: Flag<unknown>): readonly string[] {
  const short = flag.short === undefined ? "" : `-${flag.short}, `;
  const name = flagName(key);
  switch (flag.form) {
    case "switch":
      return [`${short}--${name}`];
    case "negatable":
      return [`${short}--${name}`, `--no-${name}`];
    case "clearable":
      return [`${short}--${name} <${flag.placeholder}>`, `--no-${name}`];
    case "optional":
      return [`${short}--${name} [${flag.placeholder}]`];
    default:
      return [`${short}--${name} <${flag.placeholder}>`];
  }
}

function toOption(spelling: string, flag: Flag<unknown>): Option {
  const option = new Option(spelling, flag.summary);
  // Each occurrence adds to the list; reading decides whether more than one is allowed.
  if (option.required) {
    option.argParser((text: string, before: readonly string[] | undefined) => [...(before ?? []), text]);
  }
  return option;
}

/**
 * What was given to a node. Commander hands an option that the command above it knows too, as `serve` is above
 * `serve stop`, to that one.
 */
export function optionsOf(node: Node, specs: FlagSpecs): Readonly<Record<string, unknown>> {
  const above = node.parent;
  // The program's own options are those of every command.
  if (above === null || above.parent === null) return node.opts();
  const given = Object.entries(above.opts()).filter(([key]) => above.getOptionValueSource(key) === "cli");
  const foreign = given.find(([key]) => !Object.hasOwn(specs, key));
  if (foreign === undefined) return { ...Object.fromEntries(given), ...node.opts() };
  throw new UsageError(`unknown option '--${flagName(foreign[0])}'`, { hint: "payctl --help" });
}
