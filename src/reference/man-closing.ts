import type { Command } from "../commands/command.ts";
import { commands } from "../commands/table.ts";
import { exitCodeRows } from "./exit-code-meanings.ts";
import { places } from "./places.ts";
import { bold, definition, guarded, heading, listing, paragraphs, plain } from "./roff.ts";
import { commonVariables, ownVariables } from "./variables.ts";

/** Whose examples the manual page shows: one for each kind of reader. */
const shown = ["serve", "init", "audit list", "tokens suspend", "merchants apply"];

/** The manual page behind its options. */
export function closingLines(): readonly string[] {
  return [
    heading("ENVIRONMENT"),
    ...paragraphs(
      "An option beats a variable, and a variable beats the profile. An empty variable is unset.",
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
