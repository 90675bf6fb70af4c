import { argumentRows, optionRows } from "../help/options.ts";
import type { ArgumentSpecs } from "../terminal/arguments.ts";
import type { Flag, FlagSpecs } from "../terminal/flags.ts";
import { optionNames } from "../terminal/words.ts";
import { code, table } from "./markdown.ts";
import { prose } from "./prose.ts";

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

export function optionTable(flags: FlagSpecs): string {
  const rows = optionsOf(flags).map(({ spellings, text }) => [spellings.map(code).join(", "), prose(text)]);
  return table(["option", "meaning"], rows);
}

export function argumentTable(specs: ArgumentSpecs): string {
  const rows = argumentRows(specs).map(({ term, text }) => [code(term), prose(text)]);
  return table(["argument", "meaning"], rows);
}
