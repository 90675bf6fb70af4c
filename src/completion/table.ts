import type { Command } from "../commands/command.ts";
import { globalFlags } from "../commands/globals.ts";
import type { ArgumentSpecs } from "../terminal/arguments.ts";
import type { CommandGroup } from "../terminal/command.ts";
import type { Flag, FlagSpecs } from "../terminal/flags.ts";
import { optionNames } from "../terminal/words.ts";
import { valuesFor } from "./values.ts";

/** What the table is made from. */
export interface CommandLine {
  readonly groups: readonly CommandGroup[];
  readonly commands: readonly Command[];
  /** The dotted names that `--fields` takes, by the words of a command. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
}

/**
 * The whole command line as rows of `kind|command|name|before|values|summary`, which the four scripts read.
 *
 * | kind | name | before | values |
 * |---|---|---|---|
 * | command | the next word | | |
 * | option | as written | | empty for a switch; behind `?` where it may be left out |
 * | place | its number from 1, with `+` for all that follow | a word that must stand before it | what may stand there |
 * | fields | | | the names |
 *
 * Options of every command have an empty command.
 */
export function completionTable({ groups, commands, fields }: CommandLine): string[] {
  const shown = commands.filter(({ hidden }) => !hidden);
  return [
    ...[...groups, ...shown].map(commandRow),
    ...optionRows("", globalFlags),
    row({ kind: "option", name: "--help", summary: "show help" }),
    row({ kind: "option", name: "-h", summary: "show help" }),
    row({ kind: "option", name: "--version", summary: "show the version" }),
    row({ kind: "option", name: "-V", summary: "show the version" }),
    ...shown.flatMap((command) => leafRows(command, fields[command.words.join(" ")] ?? [])),
  ];
}

function commandRow({ words, summary }: CommandGroup): string {
  return row({
    kind: "command",
    command: words.slice(0, -1).join(" "),
    name: words.at(-1) ?? "",
    summary,
  });
}

function leafRows({ words, arguments: places, flags }: Command, fields: readonly string[]): string[] {
  const command = words.join(" ");
  return [
    ...optionRows(command, flags),
    ...placeRows(command, places),
    ...(fields.length === 0 ? [] : [row({ kind: "fields", command, values: fields.join(" ") })]),
  ];
}

function optionRows(command: string, flags: FlagSpecs): string[] {
  return Object.entries(flags).flatMap(([key, flag]) => {
    const { short, long, opposite } = optionNames(key, flag);
    const withValue = [long, short].filter((name) => name !== undefined);
    const values = flagValues(key, flag);
    return [
      ...withValue.map((name) => row({ kind: "option", command, name, values, summary: flag.summary })),
      ...(opposite === undefined
        ? []
        : [row({ kind: "option", command, name: opposite, summary: flag.summary })]),
    ];
  });
}

function flagValues(key: string, flag: Flag<unknown>): string {
  if (flag.form === "switch" || flag.form === "negatable") return "";
  if (key === "fields") return "@fields";
  return `${flag.form === "optional" ? "?" : ""}${valuesFor(flag)}`;
}

function placeRows(command: string, specs: ArgumentSpecs): string[] {
  return Object.values(specs).flatMap((spec, index) => {
    const name = `${index + 1}${spec.variadic ? "+" : ""}`;
    const place = { kind: "place", command, name, summary: spec.summary };
    if (spec.choicesAfter === undefined) return [row({ ...place, values: valuesFor(spec) })];
    return Object.entries(spec.choicesAfter).map(([before, choices]) =>
      row({ ...place, before, values: choices.join(" ") }),
    );
  });
}

interface Row {
  readonly kind: string;
  readonly command?: string;
  readonly name?: string;
  readonly before?: string;
  readonly values?: string;
  readonly summary?: string;
}

function row({ kind, command = "", name = "", before = "", values = "", summary = "" }: Row): string {
  const cells = [kind, command, name, before, values, summary];
  if (cells.some((cell) => /[|\n]/.test(cell))) {
    throw new RangeError(`completion can't hold a bar or a line break: ${cells.join(" ")}`);
  }
  return cells.join("|");
}
