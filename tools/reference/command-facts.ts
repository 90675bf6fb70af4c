import type { Command } from "../../src/commands/command.ts";
import { jsonShape } from "../../src/help/json-shape.ts";
import type { Flag, FlagSpecs } from "../../src/terminal/flags.ts";
import { argumentTerm, optionRows } from "../../src/terminal/page-layout.ts";
import { optionNames } from "../../src/terminal/words.ts";
import { wrapLines } from "../../src/terminal/wrap-lines.ts";

/** Code blocks don't wrap, and a narrow window would cut them. */
const blockWidth = 90;

/** How a command is called, in one line. */
export function synopsis({ words, arguments: specs, takesRest }: Command): string {
  const terms = Object.entries(specs).map(([key, spec]) => argumentTerm(key, spec));
  return ["payctl", ...words, ...terms, "[options]", ...(takesRest ? ["[-- COMMAND...]"] : [])].join(" ");
}

/** What a command prints as JSON; no lines if it prints nothing. */
export function shapeLines(command: Command): readonly string[] {
  return wrapLines(jsonShape(command) ?? "", blockWidth);
}

/** The exit codes that a command has beyond the usual ones, or with a meaning of its own. */
export function ownExitCodes({ exitCodes = {}, flags }: Command): readonly (readonly [string, string])[] {
  const cut: readonly (readonly [string, string])[] =
    "failIfMore" in flags ? [["13", "--fail-if-more, and more rows exist"]] : [];
  return [...Object.entries(exitCodes), ...cut];
}

/** Every way to write an option: `-L`, `--limit N`; `--use`, `--no-use`. */
export function optionSpellings(key: string, flag: Flag<unknown>): readonly string[] {
  const { short, long, opposite } = optionNames(key, flag);
  return [short, `${long}${valueText(flag)}`, opposite].filter((name) => name !== undefined);
}

function valueText({ form, placeholder }: Flag<unknown>): string {
  switch (form) {
    case "switch":
    case "negatable":
      return "";
    case "optional":
      return `[=${placeholder}]`;
    default:
      return ` ${placeholder}`;
  }
}

/** An option as the pages show it. */
export interface OptionRow {
  readonly key: string;
  readonly spellings: readonly string[];
  readonly text: string;
}

export function optionsOf(flags: FlagSpecs): readonly OptionRow[] {
  const texts = optionRows(flags).map(({ text }) => text);
  return Object.entries(flags).map(([key, flag], index) => ({
    key,
    spellings: optionSpellings(key, flag),
    text: texts[index] ?? "",
  }));
}
