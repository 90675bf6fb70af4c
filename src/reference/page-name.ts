import type { Command } from "../commands/command.ts";

/** The file name of a command's page: `audit-list.md`. */
export function pageName({ words }: Command): string {
  return `${words.join("-")}.md`;
}
