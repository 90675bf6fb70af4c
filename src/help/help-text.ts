import { groups } from "../commands/groups.ts";
import { commands } from "../commands/table.ts";
import { commandHelp } from "./command-help.ts";
import { groupHelp } from "./group-help.ts";
import { readableWidth } from "./layout.ts";
import { briefHelp, rootHelp } from "./root-help.ts";

/** What the program shows that was given no command. */
export function briefText(columns: number): string {
  return briefHelp(groups, commands, readableWidth(columns));
}

/** The help page for the words of a command or a group; no words are the program itself. */
export function helpText(words: readonly string[], columns: number): string {
  const width = readableWidth(columns);
  const name = words.join(" ");
  const command = commands.find((candidate) => candidate.words.join(" ") === name);
  if (command !== undefined) return commandHelp(command, width);
  const group = groups.find((candidate) => candidate.words.join(" ") === name);
  return group === undefined ? rootHelp(groups, commands, width) : groupHelp(group, commands, width);
}
