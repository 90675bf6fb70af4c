import type { Command } from "../commands/command.ts";
import type { CommandGroup } from "../terminal/command.ts";
import { definitionLines, pageText, paragraph } from "./layout.ts";

/** The help page of a group: the commands below it. */
export function groupHelp(group: CommandGroup, commands: readonly Command[], width: number): string {
  const name = group.words.join(" ");
  const below = commands.filter(({ words }) => words.join(" ").startsWith(`${name} `));
  const rows = below.map(({ words, summary }) => ({
    term: words.slice(group.words.length).join(" "),
    text: summary,
  }));
  return pageText([
    { lines: [`Usage: payctl ${name} COMMAND [options]`] },
    { lines: paragraph(`${group.summary}.`, width) },
    { title: "Commands", lines: definitionLines(rows, width) },
    { lines: paragraph(`More on a command: payctl ${name} COMMAND --help`, width) },
  ]);
}
