import type { Command } from "../../src/commands/command.ts";
import { loadCommands } from "../../src/commands/table.ts";
import { globalFlags, type SettingFlag } from "../../src/globals.ts";
import { topics } from "../../src/help/help-text.ts";
import { optionsOf } from "./command-facts.ts";
import { commandPage } from "./command-page.ts";
import { code, page, prose, section, table } from "./markdown.ts";

/** Where the pages of the commands are; everything in it is generated. */
const commandFolder = "docs/commands";

/** The reference: a page for each command, their index, and the options of all; by path. */
export async function referencePages(): Promise<Readonly<Record<string, string>>> {
  const commands = await loadCommands();
  const pages = await Promise.all(
    commands.map(async (command) => [`${commandFolder}/${pageName(command)}`, await commandPage(command)]),
  );
  return {
    [`${commandFolder}/README.md`]: indexPage(commands),
    [`${commandFolder}/global-options.md`]: globalOptionsPage(),
    ...Object.fromEntries(pages),
  };
}

/** The commands by topic, each with a link to its page. */
function indexPage(commands: readonly Command[]): string {
  return page([
    "# Commands",
    "A page for each command, made from what `payctl COMMAND --help` shows. All of them take the\n[options for every command](global-options.md).",
    ...topics.map(({ title, words }) => section(title, commandTable(commands, words))),
  ]);
}

function commandTable(commands: readonly Command[], firstWords: readonly string[]): string {
  const found = firstWords.flatMap((word) => commands.filter(({ words }) => words[0] === word));
  const rows = found.map((command) => [
    `[${command.words.join(" ")}](${pageName(command)})`,
    prose(command.summary),
  ]);
  return table(["command", "what it does"], rows);
}

const settings: Readonly<Record<string, SettingFlag>> = globalFlags;

function variableOf(flag: SettingFlag | undefined): string {
  return flag?.variable === undefined ? "" : code(flag.variable);
}

/** The page of the options that every command takes. */
function globalOptionsPage(): string {
  const rows = optionsOf(globalFlags).map(({ key, spellings, text }) => [
    spellings.map(code).join(", "),
    prose(text),
    variableOf(settings[key]),
  ]);
  return page([
    "# Options for every command",
    "They can be given before or after the command's own words.",
    table(
      ["option", "meaning", "variable"],
      [
        ...rows,
        ["`-h`, `--help`", "show help, for one command or for all", ""],
        ["`-V`, `--version`", "show the version", ""],
      ],
    ),
    section(
      "How they are read",
      [
        "An option overrides a variable, a variable the profile, and the profile the default, which is shown in",
        "brackets above. `--profile` switches off the variables that name a service, a merchant account or a credential;",
        "a note says which. [Environment and files](../environment.md) has every variable.",
      ].join("\n"),
      [
        "A time is a number with `ms`, `s`, `m`, `h` or `d`: `500ms`, `30s`, `10m`. payctl applies `--fields` and `--query` to what",
        "it has received. `--dry-run` sends nothing at all, not even when a command only reads.",
      ].join("\n"),
    ),
  ]);
}

/** The file name of a command's page: `audit-list.md`. */
function pageName({ words }: Command): string {
  return `${words.join("-")}.md`;
}
