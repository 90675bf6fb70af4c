import type { Command as Node } from "commander";
import { UsageError } from "./errors.ts";
import { briefText, helpText } from "./help/help-text.ts";
import { suggest } from "./terminal/suggest.ts";

const helpOptions: readonly string[] = ["--help", "-h"];

/** The help page of a node; throws UsageError where an unknown word stands before `--help`. */
export function readHelp(node: Node, words: readonly string[], width: number): string {
  if (node.parent === null && !words.some((word) => helpOptions.includes(word))) return briefText(width);
  const word = node.args.find((given) => !given.startsWith("-"));
  // Commander itself would show the help of the group.
  if (word !== undefined && node.commands.length > 0) {
    const names = node.commands.map((child) => child.name());
    const meant = suggest(word, names);
    throw new UsageError(`unknown command '${word}'`, {
      hint: meant === undefined ? ["payctl", ...wordsOf(node), "--help"].join(" ") : `did you mean ${meant}?`,
    });
  }
  return helpText(wordsOf(node), width);
}

/** The words that lead to a node; none for the program itself. */
export function wordsOf(node: Node): string[] {
  return node.parent === null ? [] : [...wordsOf(node.parent), node.name()];
}
