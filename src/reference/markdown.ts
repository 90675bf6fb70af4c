/** Said on top of every page, so that nobody edits it in vain. */
const origin = "<!-- Made from the source by npm run generate. Changes belong there. -->";

/** A page: its parts, an empty line between each two; empty parts are left out. */
export function page(parts: readonly string[]): string {
  return `${[origin, ...parts.filter((part) => part !== "")].join("\n\n")}\n`;
}

/** A heading with what stands below it; nothing where that is nothing. */
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

/** What is typed as it stands, in a sentence or a cell. */
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
