import { commands } from "../commands/table.ts";

const names = commands
  .map(({ words }) => words.join(" "))
  // The longer name of two that begin alike is meant.
  .toSorted((left, right) => right.length - left.length);

const typed = new RegExp(
  `(?<![\\w-])(?:payctl (?:-p local|(?:${names.join("|")})\\b)|--[a-z][a-z-]*|-- COMMAND|PAYCTL_[A-Z_]+)`,
  "g",
);

/** A sentence of help: commands, options and variables as code, nothing else with a meaning to Markdown. */
export function prose(text: string): string {
  return text.replace(/[*<|]/g, "\\$&").replace(typed, (words) => `\`${words}\``);
}
