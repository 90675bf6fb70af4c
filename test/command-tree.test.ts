import { expect, it } from "vitest";
import type { Command } from "../src/commands/command.ts";
import { loadCommands } from "../src/commands/table.ts";
import { globalFlags } from "../src/globals.ts";
import type { ArgumentSpecs } from "../src/terminal/arguments.ts";
import type { FlagSpecs } from "../src/terminal/flags.ts";
import { flagName, optionNames } from "../src/terminal/words.ts";

const commands = await loadCommands();

/** Words, arguments, options and their choices: what scripts rely on. */
function treeText(): string {
  const leaves = commands.toSorted((left, right) => (nameOf(left) < nameOf(right) ? -1 : 1));
  const blocks = [["payctl", ...optionLines(globalFlags)], ...leaves.map(commandLines)];
  return `${blocks.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function nameOf({ words }: Command): string {
  return words.join(" ");
}

function commandLines(command: Command): string[] {
  const name = `payctl ${nameOf(command)}`;
  return [name, ...argumentLines(command.arguments), ...optionLines(command.flags)];
}

function argumentLines(specs: ArgumentSpecs): string[] {
  return Object.entries(specs).map(([key, { required, variadic, choices }]) => {
    const name = `${flagName(key)}${variadic ? "..." : ""}`;
    return `  ${required ? `<${name}>` : `[${name}]`}${choicesText(choices)}`;
  });
}

function optionLines(flags: FlagSpecs): string[] {
  return Object.entries(flags).map(([key, flag]) => {
    const { short, long, opposite } = optionNames(key, flag);
    const names = [short, long, opposite].filter((name) => name !== undefined);
    return `  ${names.join(", ")} (${flag.form})${choicesText(flag.choices)}`;
  });
}

function choicesText(choices: readonly string[] | undefined): string {
  return choices === undefined ? "" : `: ${choices.join(" ")}`;
}

it("the command tree is the one that scripts rely on", async () => {
  await expect(treeText()).toMatchFileSnapshot("command-tree.txt");
});
