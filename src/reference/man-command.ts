import type { Command } from "../commands/command.ts";
import { argumentRows } from "../help/options.ts";
import type { FlagSpecs } from "../terminal/flags.ts";
import { ownExitCodes, synopsis } from "./command-facts.ts";
import { optionsOf } from "./option-rows.ts";
import { bold, definition, indented, plain } from "./roff.ts";

/** A command in the manual page: how it is called, what it does, and its own options below. */
export function commandLines(command: Command): readonly string[] {
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

export function optionLines(flags: FlagSpecs): readonly string[] {
  return optionsOf(flags).flatMap(({ spellings, text }) =>
    definition(spellings.map(spellingText).join(", "), text),
  );
}

/** The name in bold, the value in italics. */
function spellingText(spelling: string): string {
  const [, name = spelling, value = ""] = /^(-[\w-]+)(.*)$/.exec(spelling) ?? [];
  return value === "" ? bold(name) : `${bold(name)}\\fI${plain(value)}\\fR`;
}
