import { commands } from "../commands/table.ts";
import { topics } from "../help/topics.ts";
import { page, section, table } from "./markdown.ts";
import { pageName } from "./page-name.ts";
import { prose } from "./prose.ts";

/** The commands by topic, each with a link to its page. */
export function indexPage(): string {
  return page([
    "# Commands",
    "A page for each command, made from what `payctl COMMAND --help` shows. All of them take the\n[options of every command](global-options.md).",
    ...topics.map(({ title, words }) => section(title, commandTable(words))),
  ]);
}

function commandTable(firstWords: readonly string[]): string {
  const found = firstWords.flatMap((word) => commands.filter(({ words }) => words[0] === word));
  const rows = found.map((command) => [
    `[${command.words.join(" ")}](${pageName(command)})`,
    prose(command.summary),
  ]);
  return table(["command", "what it does"], rows);
}
