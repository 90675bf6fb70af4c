import { globalFlags } from "../commands/globals.ts";
import { code, page, section, table } from "./markdown.ts";
import { optionsOf } from "./option-rows.ts";
import { prose } from "./prose.ts";
import { ownVariables } from "./variables.ts";

/** The page of the options that every command takes. */
export function globalOptionsPage(): string {
  const rows = optionsOf(globalFlags).map(({ key, spellings, text }) => [
    spellings.map(code).join(", "),
    prose(text),
    ownVariables.filter(({ option }) => option === key).map(({ name }) => code(name))[0] ?? "",
  ]);
  return page([
    "# Options of every command",
    "They may stand before or after the command's own words.",
    table(
      ["option", "meaning", "variable"],
      [
        ...rows,
        ["`-h`, `--help`", "show help, of a command or of all", ""],
        ["`-V`, `--version`", "show the version", ""],
      ],
    ),
    section(
      "How they are read",
      [
        "An option beats a variable, a variable beats the profile, and the profile beats the default, which stands in",
        "brackets above. `--profile` switches off the variables that name a service, a merchant account or a credential;",
        "a note says which. [Environment and files](../environment.md) has every variable.",
      ].join("\n"),
      [
        "A time is a number with `ms`, `s`, `m`, `h` or `d`: `500ms`, `30s`, `10m`. `--fields` and `--query` work on what",
        "has arrived, not at the service. `--dry-run` sends nothing at all, not even where a command only reads.",
      ].join("\n"),
    ),
  ]);
}
