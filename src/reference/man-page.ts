import { globalFlags } from "../commands/globals.ts";
import { commands } from "../commands/table.ts";
import { topics } from "../help/topics.ts";
import { version } from "../version.ts";
import { closingLines } from "./man-closing.ts";
import { commandLines, optionLines } from "./man-command.ts";
import { bold, definition, heading, paragraphs, subheading } from "./roff.ts";

/** The manual page of the program, in roff. */
export function manPage(): string {
  const lines = [
    '.\\" Made from the source by npm run generate. Changes belong there.',
    // Without a date, for the page of one version never changes.
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
    ...paragraphs("They may stand before or after the command's own words."),
    ...optionLines(globalFlags),
    ...definition(`${bold("-h")}, ${bold("--help")}`, "show help, of a command or of all"),
    ...definition(`${bold("-V")}, ${bold("--version")}`, "show the version"),
    ...closingLines(),
  ];
  return `${lines.join("\n")}\n`;
}

const description =
  "payctl calls the API of a payment orchestration service. Each call is signed with a token of its own, which lives " +
  "five minutes and has only the scope that the call needs. Standard output carries data alone; notes, questions and " +
  "errors go to standard error. On a terminal a list is a table, elsewhere JSON.\n\n" +
  "payctl serve runs a reference server on this machine, with demo data, to try all of this on. payctl init sets up " +
  "the first profile. payctl COMMAND --help has more on each command, with examples.";

function commandsOf(first: string): readonly string[] {
  return commands.filter(({ words }) => words[0] === first).flatMap(commandLines);
}
