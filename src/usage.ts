import type { CommanderError, Command as Node } from "commander";
import { UsageError } from "./errors.ts";
import { briefText, helpText, type Loaded } from "./help/help-text.ts";
import { argumentName } from "./terminal/words.ts";
import { suggest } from "./values/suggest.ts";
import { shellWord } from "./values/text.ts";

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
  if (word !== undefined && node.commands.length > 0 && !takesWords) {
    const names = node.commands.map((child) => child.name());
    const meant = suggest(word, names);
    const help = ["payctl", ...wordsOf(node), "--help"].join(" ");
    throw new UsageError(`unknown command '${word}'`, {
      hint: otherCommand(node, word) ?? (meant === undefined ? help : `did you mean ${meant}?`),
    });
  }
  return helpText(wordsOf(node), width, loaded);
}

/** The words that lead to a node; none for the program itself. */
function wordsOf(node: Node): string[] {
  return node.parent === null ? [] : [...wordsOf(node.parent), node.name()];
}

/** Commander's errors in our own words, with the command for more help. */
export function usageError(error: CommanderError, root: Node, words: readonly string[]): UsageError {
  const [first = "", suggestion = ""] = error.message.split("\n");
  const node = namedNode(root, words);
  const near = suggestion.replace(/^\((.*)\)$/, "$1").toLowerCase();
  const help = ["payctl", ...wordsOf(node), "--help"].join(" ");
  switch (error.code) {
    case "commander.excessArguments": {
      const extra = node.args[node.registeredArguments.length] ?? "";
      const hint = commandHint(node, extra) ?? fileHint(node, extra) ?? help;
      return new UsageError(`unexpected argument '${extra}'`, { hint });
    }
    case "commander.missingArgument":
      return new UsageError(`${argumentName(quoted(first))} is missing`, {
        hint: `${usageOf(node)}; more: ${help}`,
      });
    case "commander.optionMissingArgument":
      return new UsageError(`${/--[\w-]+/.exec(first)?.[0]} needs a value`, { hint: help });
    default:
      return new UsageError(first.replace(/^error: /, ""), {
        hint:
          otherCommand(node, quoted(first)) ||
          otherHint(node, quoted(first), words) ||
          (isNear(near, quoted(first)) && near) ||
          optionHint(node, quoted(first)) ||
          help,
      });
  }
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

/** Some programs have a command for what is an option here: `payctl version`. */
function optionHint(node: Node, word: string): string | undefined {
  const option = node.options.find(({ long }) => long === `--${word}`);
  return option && ["payctl", ...wordsOf(node), option.long].join(" ");
}

const cannotList = (what: string, type: string): string =>
  `the service can't list ${what}; audit logs name them: payctl audit list --resource-type ${type}`;

/** What other programs call a command of ours, or what there is instead of a command that the service does not allow. */
const otherCommands: Readonly<Record<string, string>> = {
  "3ds": "payctl merchants three-ds ID",
  "audit find": "payctl audit list --resource NAME, or --user NAME",
  "audit get": "payctl audit show ID",
  "audit search": "payctl audit list --resource NAME, or --user NAME",
  "auth login": "payctl init",
  "auth whoami": "payctl auth status",
  "buyers find": "payctl buyers list --match TEXT",
  "buyers get": "payctl buyers list --match ID",
  "buyers search": "payctl buyers list --match TEXT",
  "buyers show": "payctl buyers list --match ID",
  config: "payctl profile list, or payctl auth status",
  configure: "payctl init",
  env: "payctl auth status shows each setting with its source",
  find: "payctl buyers list --match TEXT, or payctl audit list --resource NAME",
  "flows list": cannotList("flow rules", "rule"),
  get: "payctl api GET PATH; for lists: payctl buyers list, payctl audit list, payctl keys list",
  "giftcards list": "payctl giftcards balances --id ID, which reads those that are named",
  "keys add": "payctl keys generate, or: payctl keys import FILE",
  "keys create": "payctl keys generate, or: payctl keys import FILE",
  "keys remove": "payctl keys delete ID",
  "keys revoke": "payctl keys delete ID",
  login: "payctl init; there is no session: each call signs a token with the key of the profile",
  logout: "there is no session: payctl profile remove NAME",
  "merchants get": cannotList("merchant accounts", "merchant-account"),
  "merchants list": cannotList("merchant accounts", "merchant-account"),
  "merchants show": cannotList("merchant accounts", "merchant-account"),
  "profile create": "payctl profile add NAME --base-url URL",
  "profile delete": "payctl profile remove NAME",
  "profile edit": "payctl profile set NAME",
  "profile switch": "payctl profile use NAME",
  "profile update": "payctl profile set NAME",
  rules: `payctl flows update-rule FLOW ACTION RULE_ID; ${cannotList("rules", "rule")}`,
  search: "payctl buyers list --match TEXT, or payctl audit list --resource NAME",
  "tokens list": cannotList("network tokens", "network-token"),
  "wallets list": cannotList("digital wallets", "digital-wallet"),
  whoami: "payctl auth status",
};

function otherCommand(node: Node, word: string): string | undefined {
  const words = [...wordsOf(node), word].join(" ");
  return Object.hasOwn(otherCommands, words) ? otherCommands[words] : undefined;
}

/** What other programs call an option of ours. */
const otherNames: Readonly<Record<string, string>> = {
  "--account": "--merchant-account",
  "--accounts": "--merchant-account",
  "--after": "--since",
  "--before": "--until",
  "--date": "--on",
  "--day": "--on",
  "--format": "--output",
  "--from": "--since",
  "--last": "--since",
  "--month": "--on",
  "--timezone": "--tz",
  "--to": "--until",
  "--who": "--user",
};

function otherHint(node: Node, word: string, words: readonly string[]): string | undefined {
  const [name = ""] = word.split("=");
  const isExport = node.options.some(({ long }) => long === "--out");
  if (node.parent?.name() === "audit" && !isExport && ["--format", "--out"].includes(name))
    return "for a file: payctl audit export --out FILE; for what is printed: --output FORMAT";
  const isRange = name === "--from" && words.some((one) => /^--to(?:=|$)/.test(one));
  if (isRange && node.options.some(({ long }) => long === "--since"))
    return "did you mean --since and --until?";
  const known = [...node.options, ...rootOf(node).options];
  const option = known.find(({ long }) => long === otherNames[name]);
  return option && `did you mean ${option.long}?`;
}

/** The program itself, whose options every command takes. */
function rootOf(node: Node): Node {
  return node.parent === null ? node : rootOf(node.parent);
}

/** `serve` takes no argument, but has commands below it: `payctl serve stat`. */
function commandHint(node: Node, word: string): string | undefined {
  const names = node.commands.map((command) => command.name());
  const meant = names.find((name) => word !== "" && name.startsWith(word)) ?? suggest(word, names);
  return meant && `did you mean ${meant}?`;
}

/** Commander suggests --color for --follow, and --tz for --to. */
function isNear(suggestion: string, word: string): boolean {
  const meant = /^did you mean (.*)\?$/.exec(suggestion)?.[1];
  return meant !== undefined && bare(word).length > 2 && suggest(bare(word), [bare(meant)]) !== undefined;
}

function bare(option: string): string {
  return option.replace(/^-+/, "");
}

/** Users of other programs expect to give a file as an argument. */
function fileHint(node: Node, word: string): string | undefined {
  const file = node.options.find((option) => option.long === "--file");
  if (file === undefined || !/[./]/.test(word)) return undefined;
  return ["payctl", ...wordsOf(node), file.short ?? file.long, shellWord(word)].join(" ");
}

function quoted(text: string): string {
  return /'(.*)'/.exec(text)?.[1] ?? "an argument";
}
