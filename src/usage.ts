import type { CommanderError, Command as Node } from "commander";
import { type Advice, type Hint, UsageError } from "./errors.ts";
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
    const near = suggest(word, names);
    throw new UsageError(`unknown command '${word}'`, {
      hint: otherCommand(node, word) ?? (near === undefined ? helpOf(node) : `did you mean ${near}?`),
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
  const help = helpOf(node);
  switch (error.code) {
    case "commander.excessArguments": {
      const extra = node.args[node.registeredArguments.length] ?? "";
      const hint = commandHint(node, extra) ?? fileHint(node, extra) ?? help;
      return new UsageError(`unexpected argument '${extra}'`, { hint });
    }
    case "commander.missingArgument":
      return new UsageError(`${argumentName(quoted(first))} is missing`, {
        hint: { text: "usage", command: usageOf(node) },
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

function helpOf(node: Node): Hint {
  return { text: "for help", command: ["payctl", ...wordsOf(node), "--help"].join(" ") };
}

function meant(command: string): Hint {
  return { text: "did you mean", command };
}

/** Some programs have a command for what is an option here: `payctl version`. */
function optionHint(node: Node, word: string): Hint | undefined {
  const option = node.options.find(({ long }) => long === `--${word}`);
  return option && meant(["payctl", ...wordsOf(node), option.long].join(" "));
}

function cannotList(what: string, type: string): Hint {
  const text = `the service can't list ${what}; audit logs name them`;
  return { text, command: `payctl audit list --resource-type ${type}` };
}

const ofAccounts = cannotList("merchant accounts", "merchant-account");
const findBuyers = meant("payctl buyers list --match TEXT");
const findLogs = meant("payctl audit list --resource NAME");

/** What other programs call a command of ours, or what there is instead of a command that the service does not allow. */
const otherCommands: Readonly<Record<string, Hint>> = {
  "3ds": meant("payctl merchants three-ds ID"),
  "audit find": findLogs,
  "audit get": meant("payctl audit show ID"),
  "audit search": findLogs,
  "auth login": meant("payctl init"),
  "auth whoami": meant("payctl auth status"),
  "buyers find": findBuyers,
  "buyers get": meant("payctl buyers list --match ID"),
  "buyers search": findBuyers,
  "buyers show": meant("payctl buyers list --match ID"),
  config: meant("payctl profile list"),
  configure: meant("payctl init"),
  env: { text: "to see each setting with its source", command: "payctl auth status" },
  find: findBuyers,
  "flows list": cannotList("flow rules", "rule"),
  get: { text: "buyers, audit and keys have lists; for any path", command: "payctl api GET PATH" },
  "giftcards list": {
    text: "the service reads only those that are named",
    command: "payctl giftcards balances --id ID",
  },
  "keys add": meant("payctl keys generate"),
  "keys create": meant("payctl keys generate"),
  "keys remove": meant("payctl keys delete ID"),
  "keys revoke": meant("payctl keys delete ID"),
  login: {
    text: "there is no session, each call signs a token with the key of a profile; to make one",
    command: "payctl init",
  },
  logout: { text: "there is no session; to remove a profile", command: "payctl profile remove NAME" },
  "merchants get": ofAccounts,
  "merchants list": ofAccounts,
  "merchants show": ofAccounts,
  "profile create": meant("payctl profile add NAME --base-url URL"),
  "profile delete": meant("payctl profile remove NAME"),
  "profile edit": meant("payctl profile set NAME"),
  "profile switch": meant("payctl profile use NAME"),
  "profile update": meant("payctl profile set NAME"),
  rules: {
    text: "the service can't list rules; to change one",
    command: "payctl flows update-rule FLOW ACTION RULE_ID",
  },
  search: findBuyers,
  "tokens list": cannotList("network tokens", "network-token"),
  "wallets list": cannotList("digital wallets", "digital-wallet"),
  whoami: meant("payctl auth status"),
};

function otherCommand(node: Node, word: string): Hint | undefined {
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

function otherHint(node: Node, word: string, words: readonly string[]): Advice | undefined {
  const [name = ""] = word.split("=");
  const isExport = node.options.some(({ long }) => long === "--out");
  if (node.parent?.name() === "audit" && !isExport && ["--format", "--out"].includes(name))
    return {
      text: "--output FORMAT is for what is printed; for a file",
      command: "payctl audit export --out FILE",
    };
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
  const near = names.find((name) => word !== "" && name.startsWith(word)) ?? suggest(word, names);
  return near && `did you mean ${near}?`;
}

/** Commander suggests --color for --follow, and --tz for --to. */
function isNear(suggestion: string, word: string): boolean {
  const name = /^did you mean (.*)\?$/.exec(suggestion)?.[1];
  return name !== undefined && bare(word).length > 2 && suggest(bare(word), [bare(name)]) !== undefined;
}

function bare(option: string): string {
  return option.replace(/^-+/, "");
}

/** Users of other programs expect to give a file as an argument. */
function fileHint(node: Node, word: string): Hint | undefined {
  const file = node.options.find((option) => option.long === "--file");
  if (file === undefined || !/[./]/.test(word)) return undefined;
  return meant(["payctl", ...wordsOf(node), file.short ?? file.long, shellWord(word)].join(" "));
}

function quoted(text: string): string {
  return /'(.*)'/.exec(text)?.[1] ?? "an argument";
}
