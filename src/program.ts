import { Argument, CommanderError, Command as Node, Option } from "commander";
import type { Command } from "./commands/command.ts";
import { commands, groups, loadAbout, loadCommands, versionRow } from "./commands/table.ts";
import { type ExitCode, exitCodes, UsageError } from "./errors.ts";
import { type Globals, globalFlags } from "./globals.ts";
import type { ArgumentSpecs } from "./terminal/arguments.ts";
import type { CommandInput } from "./terminal/command.ts";
import type { Flag, FlagSpecs } from "./terminal/flags.ts";
import {
  completeOptionalFlags,
  flagName,
  isNegation,
  optionNames,
  readArguments,
  readFlags,
} from "./terminal/words.ts";
import { readHelp, usageError } from "./usage.ts";

/** One command and everything it was given. */
export interface Invocation {
  readonly command: Command;
  readonly globals: Globals;
  readonly input: CommandInput<ArgumentSpecs, FlagSpecs>;
}

/** What a command line asks for: to run something, or to print a text such as help. */
type Request =
  | { readonly kind: "run"; readonly invocation: Invocation }
  | { readonly kind: "read"; readonly text: string; readonly exitCode: ExitCode };

/** Parses a command line; throws UsageError, with a suggestion if a word is nearly right. */
export async function readCommandLine(argv: readonly string[], width: number): Promise<Request> {
  const given = completeOptionalFlags(globalFlags, helpAsFlag(argv));
  const named = await loadCommands(commands.filter((row) => row.words.every((word) => given.includes(word))));
  const { words, rest } = splitRest(given, named);
  try {
    const about = named.length === 0 ? await loadAbout(words) : undefined;
    return parse({ words, named, about, rest, width });
  } catch (error) {
    if (!isVersion(error)) throw error;
    // The format of the version may stand on either side of the option.
    const options = named.length === 0 ? words : [];
    const row = await loadCommands([versionRow]);
    return parse({ words: [...versionRow.words, ...options], named: row, rest: [], width });
  }
}

function askForVersion(): never {
  throw new CommanderError(0, "commander.version", "the version was asked for");
}

function isVersion(error: unknown): boolean {
  return error instanceof CommanderError && error.code === "commander.version";
}

interface Given {
  readonly words: readonly string[];
  /** The commands whose words are all among them. */
  readonly named: readonly Command[];
  /** What the help of a group says. */
  readonly about?: string | undefined;
  readonly rest: readonly string[];
  readonly width: number;
}

function parse({ words, named, about, rest, width }: Given): Request {
  const screen = { out: "", err: "" };
  const asked: { invocation?: Invocation } = {};
  // Commander would ask the streams, which Node opens when they are first read.
  const plain = { getOutHelpWidth: () => width, getErrHelpWidth: () => width };
  const root = new Node("payctl")
    .configureHelp({
      formatHelp: (node) => readHelp(node, { words, width, loaded: { commands: named, about } }),
    })
    .configureOutput({
      ...plain,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
      writeOut: (text) => {
        screen.out += text;
      },
      writeErr: (text) => {
        screen.err += text;
      },
    });
  fillProgram(root, { words, named }, (invocation) => {
    asked.invocation = { ...invocation, input: { ...invocation.input, rest } };
  });
  try {
    root.parse(words, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError) || isVersion(error)) throw error;
    // Commander ends every parse that runs nothing with an error, and so shows help.
    if (!["commander.help", "commander.helpDisplayed"].includes(error.code)) {
      throw usageError(error.code, root, words);
    }
    if (screen.out !== "") return { kind: "read", text: screen.out, exitCode: exitCodes.done };
  }
  if (asked.invocation !== undefined) return { kind: "run", invocation: asked.invocation };
  return { kind: "read", text: screen.err, exitCode: exitCodes.usage };
}

/** `payctl help buyers list`, and with `--help` in front, is `payctl buyers list --help`. */
function helpAsFlag(argv: readonly string[]): readonly string[] {
  const [first = "", ...words] = argv;
  return ["help", "--help", "-h"].includes(first) ? [...words, "--help"] : argv;
}

type Invoke = (invocation: Invocation) => void;

/** Makes the tree of the whole command table; `invoke` is called for the command that the words name. */
function fillProgram(root: Node, { words, named }: Pick<Given, "named" | "words">, invoke: Invoke): void {
  root.option("-V, --version", "show the version").helpOption("-h, --help", "show help");
  root.exitOverride().helpCommand(false).showSuggestionAfterError(false);
  const isAsked = named.some((command) => command.words[0] === versionRow.words[0]);
  if (!isAsked) root.on("option:version", askForVersion);
  addFlags(root, globalFlags);
  for (const group of groups) nodeAt(root, group.words);
  const isNamed = (word: string): boolean => words.includes(word);
  // For every other command the name is enough.
  for (const row of commands.filter((row) => row.words.slice(0, -1).every(isNamed))) nodeAt(root, row.words);
  for (const command of named) fillCommand({ root, node: nodeAt(root, command.words), command }, invoke);
}

interface Place {
  readonly root: Node;
  readonly node: Node;
  readonly command: Command;
}

function fillCommand({ root, node, command }: Place, invoke: Invoke): void {
  for (const [name, spec] of Object.entries(command.arguments)) {
    const shown = spec.variadic ? `${flagName(name)}...` : flagName(name);
    node.addArgument(new Argument(spec.required ? `<${shown}>` : `[${shown}]`, spec.summary));
  }
  addFlags(node, withoutShared(command.flags, globalFlags));
  addOpposites({ root, node, command });
  node.action((...given: unknown[]) => {
    // Commander hands over the arguments, then the options, then the node itself.
    const words = given.slice(0, -2);
    const everywhere: Readonly<Record<string, unknown>> = root.opts();
    const flags = readFlags(command.flags, { ...everywhere, ...optionsOf(node, command.flags) });
    const globals = readFlags(globalFlags, withoutOwn(everywhere, command.flags));
    const input = { arguments: readArguments(command.arguments, words), flags, rest: [] };
    invoke({ command, globals, input });
  });
}

/** A command may have a global option as its own, with other values: it is still given before or after the words. */
function withoutShared<Value>(
  some: Readonly<Record<string, Value>>,
  others: FlagSpecs,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(some).filter(([key]) => !Object.hasOwn(others, key)));
}

/** What was given for the global options; a command's own option sets the global one of its name to a choice that both have. */
function withoutOwn(
  given: Readonly<Record<string, unknown>>,
  own: FlagSpecs,
): Readonly<Record<string, unknown>> {
  const known: FlagSpecs = globalFlags;
  const isBoth = ([key, texts]: readonly [string, unknown]): boolean =>
    Array.isArray(texts) && texts.every((text) => known[key]?.choices?.includes(text));
  const both = Object.entries(given).filter(isBoth);
  return { ...withoutShared(given, own), ...Object.fromEntries(both) };
}

/** Finds or makes the node for the words, level by level. */
function nodeAt(root: Node, words: readonly string[]): Node {
  return words.reduce((parent, word) => {
    return parent.commands.find((node) => node.name() === word) ?? parent.command(word);
  }, root);
}

/** Cuts off what follows `--` if a command takes it unchanged, such as `serve -- npm test`. */
function splitRest(
  argv: readonly string[],
  named: readonly Command[],
): { words: readonly string[]; rest: readonly string[] } {
  const end = argv.indexOf("--");
  const words = end === -1 ? argv : argv.slice(0, end);
  const isTaken = named.some((command) => command.takesRest && words.includes(command.words[0]));
  if (!isTaken || end === -1) return { words: argv, rest: [] };
  const rest = argv.slice(end + 1);
  if (rest.length > 0) return { words, rest };
  // After -- an empty variable would otherwise start a server that nothing stops.
  throw new UsageError("no command follows --", {
    hint: { text: "for example", command: "payctl serve -- npm test" },
  });
}

/** Gives a node of the commander tree its options. */
function addFlags(node: Node, specs: FlagSpecs): void {
  for (const [key, flag] of Object.entries(specs)) {
    for (const spelling of spellings(key, flag)) node.addOption(toOption(spelling, key, flag));
    const { long, opposite } = optionNames(key, flag);
    if (opposite !== undefined) refuseBoth([node], [long, opposite]);
  }
}

/** A global option that a command has as its own may have an opposite there, which the command alone knows. */
function addOpposites({ root, node, command }: Place): void {
  for (const [key, flag] of Object.entries(command.flags)) {
    const { long, opposite } = optionNames(key, flag);
    if (opposite === undefined || !Object.hasOwn(globalFlags, key)) continue;
    node.addOption(toOption(opposite, key, flag));
    refuseBoth([root, node], [long, opposite]);
  }
}

/** Commander lets the last one win, but a script that gives both means neither. */
function refuseBoth(nodes: readonly Node[], names: readonly string[]): void {
  const given = new Set<string>();
  const note = (name: string): void => {
    given.add(name);
    if (given.size === 1) return;
    throw new UsageError(`${names.join(" and ")} can't be used together`, { hint: "use only one of them" });
  };
  for (const node of nodes) {
    for (const name of names) node.on(`option:${name.slice("--".length)}`, () => note(name));
  }
}

function spellings(key: string, flag: Flag<unknown>): readonly string[] {
  const { short, long, opposite } = optionNames(key, flag);
  const names = short === undefined ? long : `${short}, ${long}`;
  const whole = `${names}${valueTerm(flag)}`;
  return opposite === undefined ? [whole] : [whole, opposite];
}

function valueTerm({ form, placeholder }: Flag<unknown>): string {
  if (form === "switch" || form === "negatable") return "";
  return form === "optional" ? ` [${placeholder}]` : ` <${placeholder}>`;
}

function toOption(spelling: string, key: string, flag: Flag<unknown>): Option {
  const option = new Option(spelling, flag.summary);
  // Commander would store `--no-header` as `header`, which is also the name of a flag of its own.
  if (isNegation(key)) option.attributeName = () => key;
  // Each occurrence adds to the list; reading decides whether more than one is allowed.
  if (option.required) {
    option.argParser((text: string, before: readonly string[] | undefined) => [...(before ?? []), text]);
  }
  return option;
}

/**
 * What was given to a node. Commander hands an option that a command above it knows too, as `serve` is above
 * `serve world create`, to that one.
 */
function optionsOf(node: Node, specs: FlagSpecs): Readonly<Record<string, unknown>> {
  const given = commandsAbove(node).flatMap(givenTo);
  const foreign = given.find(([key]) => !Object.hasOwn(specs, key));
  if (foreign === undefined) return Object.fromEntries([...given, ...givenTo(node)]);
  throw new UsageError(`unknown option '--${flagName(foreign[0])}'`, {
    hint: { text: "for every option", command: "payctl --help" },
  });
}

/** Without what an option means unless given: true, for one that is written `--no-...`. */
function givenTo(node: Node): readonly (readonly [string, unknown])[] {
  return Object.entries(node.opts()).filter(([key]) => node.getOptionValueSource(key) === "cli");
}

/** Without the program itself, whose options are those of every command. */
function commandsAbove({ parent }: Node): readonly Node[] {
  return parent === null || parent.parent === null ? [] : [parent, ...commandsAbove(parent)];
}
