import { groups } from "../commands/groups.ts";
import { commands } from "../commands/table.ts";
import { commandHelp } from "./command-help.ts";
import { groupHelp } from "./group-help.ts";
import { readableWidth } from "./layout.ts";
import { rootHelp } from "./root-help.ts";

/** The help page for the words of a command or a group; no words are the program itself. */
export function helpText(words: readonly string[], columns: number): string {
  const width = readableWidth(columns);
  const name = words.join(" ");
  const command = commands.find((candidate) => candidate.words.join(" ") === name);
  if (command !== undefined) return commandHelp(command, width);
  const shown = commands.filter(({ hidden }) => !hidden);
  const group = groups.find((candidate) => candidate.words.join(" ") === name);
  return group === undefined ? rootHelp(groups, shown, width) : groupHelp(group, shown, width);
}
