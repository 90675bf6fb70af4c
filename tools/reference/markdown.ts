import { commands, groups } from "../../src/commands/table.ts";

/** Put at the top of every page, so that nobody edits it in vain. */
const origin = "<!-- Made from the source by npm run generate. Changes belong there. -->";

/** A page: its parts with empty lines between them; empty parts are left out. */
export function page(parts: readonly string[]): string {
  return `${[origin, ...parts.filter((part) => part !== "")].join("\n\n")}\n`;
}

/** A heading with its content; nothing if the content is empty. */
export function section(title: string, ...parts: readonly string[]): string {
  const filled = parts.filter((part) => part !== "");
  return filled.length === 0 ? "" : [`## ${title}`, ...filled].join("\n\n");
}

/** A table; nothing without rows. */
export function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(titles), `|${"---|".repeat(titles.length)}`, ...rows.map(line)].join("\n");
}

/** Text to type, in a sentence or a cell. */
export function code(text: string): string {
  return `\`${text.replaceAll("|", "\\|")}\``;
}

export function codeBlock(language: string, lines: readonly string[]): string {
  return [`\`\`\`${language}`, ...lines, "```"].join("\n");
}

/** A list in words: `a`, `a and b`, `a, b and c`. */
export function enumerate(words: readonly string[]): string {
  return words.join(", ").replace(/, (?!.*, )/, " and ");
}

const names = [...commands, ...groups]
  .map(({ words }) => words.join(" "))
  // Of two names that begin alike, the longer one is meant.
  .toSorted((left, right) => right.length - left.length);

const typed = new RegExp(
  `(?<![\\w-])(?:payctl (?:-p local|(?:${names.join("|")})\\b(?: --help)?)|--[a-z][a-z-]*|-- COMMAND|PAYCTL_[A-Z_]+)`,
  "g",
);

/** A sentence of help: commands, options and variables as code, everything else safe from Markdown. */
export function prose(text: string): string {
  return text.replace(/[*<|]/g, "\\$&").replace(typed, (words) => `\`${words}\``);
}
