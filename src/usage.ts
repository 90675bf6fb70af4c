import type { Command as Node } from "commander";
import { type Hint, UsageError } from "./errors.ts";
import { briefText, helpText, type Loaded } from "./help/help-text.ts";
import { argumentName } from "./terminal/words.ts";
import { suggest } from "./values/suggest.ts";

const helpOptions: readonly string[] = ["--help", "-h"];

interface HelpRequest {
  readonly words: readonly string[];
  readonly width: number;
  /** The commands that the words name, or what the help of a group says. */
  readonly loaded: Loaded;
}

/** The help page of a node; throws UsageError if an unknown word comes before `--help`. */
export function readHelp(node: Node, { words, width, loaded }: HelpRequest): string {
  if (node.parent === null && !words.some((word) => helpOptions.includes(word))) return briefText(width);
  const word = node.args.find((given) => !given.startsWith("-"));
  const takesWords = node.registeredArguments.length > 0;
  // Commander itself would show the help of the group.
  if (word !== undefined && node.commands.length > 0 && !takesWords) throw unknownCommand(node, word);
  return helpText(wordsOf(node), width, loaded);
}

/** The words that lead to a node; none for the program itself. */
function wordsOf(node: Node): string[] {
  return node.parent === null ? [] : [...wordsOf(node.parent), node.name()];
}

/** What is wrong with a command line, by the code of commander's error, with the command for more help. */
export function usageError(code: string, root: Node, words: readonly string[]): UsageError {
  const node = namedNode(root, words);
  const { args, registeredArguments } = node;
  switch (code) {
    case "commander.excessArguments": {
      const extra = args[registeredArguments.length] ?? "";
      return refusal(node, `unexpected argument '${extra}'`, nearCommand(node, extra));
    }
    case "commander.missingArgument": {
      const name = argumentName(registeredArguments[args.length]?.name() ?? "");
      const hint = { text: "usage", command: usageOf(node) };
      return new UsageError(`${name} is missing`, { hint });
    }
    case "commander.optionMissingArgument": {
      // Only the last word can lack one.
      const last = words.at(-1) ?? "";
      const option = knownOptions(node).find(({ short }) => short === last);
      return refusal(node, `${option?.long ?? last} needs a value`);
    }
    case "commander.unknownOption": {
      const option = args.find((word) => /^-./.test(word)) ?? "";
      return refusal(node, `unknown option '${option}'`, nearOption(node, option));
    }
    default:
      return unknownCommand(node, args[0] ?? "");
  }
}

function unknownCommand(node: Node, word: string): UsageError {
  return refusal(node, `unknown command '${word}'`, nearCommand(node, word));
}

function refusal(node: Node, message: string, meant?: string): UsageError {
  const help: Hint = { text: "for help", command: ["payctl", ...wordsOf(node), "--help"].join(" ") };
  return new UsageError(message, { hint: meant === undefined ? help : `did you mean ${meant}?` });
}

/** The command or group that the words name. */
function namedNode(root: Node, words: readonly string[]): Node {
  return words.reduce((node, word) => node.commands.find((child) => child.name() === word) ?? node, root);
}

/** `payctl api METHOD PATH` */
function usageOf(node: Node): string {
  const terms = node.registeredArguments.map((argument) => {
    const term = `${argumentName(argument.name())}${argument.variadic ? "..." : ""}`;
    return argument.required ? term : `[${term}]`;
  });
  return ["payctl", ...wordsOf(node), ...terms].join(" ");
}

function nearCommand(node: Node, word: string): string | undefined {
  return suggest(
    word,
    node.commands.map((child) => child.name()),
  );
}

/** What other programs call the two ends of a window. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ["--from", "--since"],
  ["--to", "--until"],
]);

function nearOption(node: Node, given: string): string | undefined {
  const [option = ""] = given.split("=", 1);
  const names = knownOptions(node).flatMap(({ long }) => long?.slice(2) ?? []);
  const word = option.replace(/^-+/, "");
  const other = otherNames.get(option)?.slice(2) ?? "";
  // Two letters are near to too much.
  const near = names.includes(other) ? other : suggest(word, word.length > 2 ? names : []);
  return near && `--${near}`;
}

/** Its own, and those of every command. */
function knownOptions(node: Node): Node["options"] {
  return node.parent === null ? node.options : [...node.options, ...knownOptions(node.parent)];
}
