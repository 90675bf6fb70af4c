import type { Command } from "../../src/commands/command.ts";
import { commands } from "../../src/commands/table.ts";
import { globalFlags } from "../../src/globals.ts";
import { topics } from "../../src/help/help-text.ts";
import type { FlagSpecs } from "../../src/terminal/flags.ts";
import { argumentRows } from "../../src/terminal/page-layout.ts";
import { version } from "../../src/version.ts";
import { optionsOf, ownExitCodes, synopsis } from "./command-facts.ts";
import { commonVariables, exitCodeRows, ownVariables, places } from "./environment.ts";
import {
  bold,
  definition,
  guarded,
  heading,
  indented,
  listing,
  paragraphs,
  plain,
  subheading,
} from "./roff.ts";

/** The manual page of the program, in roff. */
export function manPage(): string {
  const lines = [
    '.\\" Made from the source by npm run generate. Changes belong there.',
    // No date: the page of one version never changes.
    `.TH PAYCTL 1 "" "payctl ${version}" "User Commands"`,
    heading("NAME"),
    "payctl \\- administer a payment orchestration service",
    heading("SYNOPSIS"),
    `${bold("payctl")} \\fICOMMAND\\fR [\\fIoptions\\fR]`,
    heading("DESCRIPTION"),
    ...paragraphs(description),
    heading("COMMANDS"),
    ...topics.flatMap(({ title, words }) => [subheading(title), ...words.flatMap(commandsOf)]),
    heading('"GLOBAL OPTIONS"'),
    ...paragraphs("They can be given before or after the command's own words."),
    ...optionLines(globalFlags),
    ...definition(`${bold("-h")}, ${bold("--help")}`, "show help, for one command or for all"),
    ...definition(`${bold("-V")}, ${bold("--version")}`, "show the version"),
    ...closingLines(),
  ];
  return `${lines.join("\n")}\n`;
}

const description =
  "payctl calls the API of a payment orchestration service. Each call is signed with a token of its own, which is valid for " +
  "five minutes and has only the scope that the call needs. Standard output carries only data; notes, questions and " +
  "errors go to standard error. On a terminal a list is a table, elsewhere JSON.\n\n" +
  "payctl serve runs a reference server on this machine, with demo data, to try all of this out. payctl init sets up " +
  "the first profile. payctl COMMAND --help has more on each command, with examples.";

function commandsOf(first: string): readonly string[] {
  return commands.filter(({ words }) => words[0] === first).flatMap(commandLines);
}

/** A command in the manual page: how it is called, what it does, and its own options below. */
function commandLines(command: Command): readonly string[] {
  const name = ["payctl", ...command.words].join(" ");
  const rest = plain(synopsis(command).slice(name.length));
  const scope = command.operation === undefined ? "" : ` Scope: ${command.operation.scope}.`;
  return [
    ...definition(`${bold(name)}${rest}`, `${command.summary}.${scope}`),
    ...indented([
      ...argumentRows(command.arguments).flatMap(({ term, text }) =>
        definition(`\\fI${plain(term)}\\fR`, text),
      ),
      ...optionLines(command.flags),
      ...ownExitCodes(command).flatMap(([code, meaning]) => definition(`exit code ${code}`, meaning)),
    ]),
  ];
}

function optionLines(flags: FlagSpecs): readonly string[] {
  return optionsOf(flags).flatMap(({ spellings, text }) =>
    definition(spellings.map(spellingText).join(", "), text),
  );
}

/** The name in bold, the value in italics. */
function spellingText(spelling: string): string {
  const [, name = spelling, value = ""] = /^(-[\w-]+)(.*)$/.exec(spelling) ?? [];
  return value === "" ? bold(name) : `${bold(name)}\\fI${plain(value)}\\fR`;
}

/** The commands whose examples the manual page shows: one for each kind of reader. */
const shown = ["serve", "init", "audit list", "tokens suspend", "merchants apply"];

/** The manual page after its options. */
function closingLines(): readonly string[] {
  return [
    heading("ENVIRONMENT"),
    ...paragraphs(
      "An option overrides a variable, which overrides the profile. An empty variable counts as unset.",
    ),
    ...[...ownVariables, ...commonVariables].flatMap(({ meaning, name }) => definition(bold(name), meaning)),
    heading("FILES"),
    ...paragraphs(filesText),
    ...places.flatMap(({ meaning, path }) => definition(`\\fI${plain(path)}\\fR`, meaning)),
    heading('"EXIT STATUS"'),
    ...exitCodeRows().flatMap(({ code, meaning }) => definition(bold(String(code)), meaning)),
    heading("EXAMPLES"),
    ...shown.flatMap(examplesOf).flatMap(exampleLines),
    heading('"SEE ALSO"'),
    `${bold("jq")}(1), ${bold("openssl")}(1)`,
    ...paragraphs("payctl explain describes the operations of the API, with their fields and limits."),
  ];
}

const filesText =
  "Files have mode 0600 and folders 0700. PAYCTL_CONFIG_DIR, else XDG_CONFIG_HOME, moves the first two, XDG_DATA_HOME " +
  "the others, and XDG_STATE_HOME, where it is set, the log. On Windows the configuration is in %APPDATA%\\payctl.";

function examplesOf(name: string): Command["examples"] | [] {
  return commands.find(({ words }) => words.join(" ") === name)?.examples ?? [];
}

function exampleLines({ about, command }: Command["examples"][number]): readonly string[] {
  return [".PP", guarded(plain(`${about}:`)), ...listing([command])];
}
