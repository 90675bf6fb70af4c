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

function isVersionRow({ words: [first] }: Command): boolean {
  return first === versionRow.words[0];
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
  const asked: { invocation?: Invocation } = {};
  const screen: Screen = { out: "", err: "", width };
  const program = buildProgram({ screen, words, named, about }, (invocation) => {
    asked.invocation = { ...invocation, input: { ...invocation.input, rest } };
  });
  try {
    program.parse(words, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError) || isVersion(error)) throw error;
    const text = readScreen(error, screen);
    if (text === undefined) throw usageError(error.code, program, words);
    return text;
  }
  if (asked.invocation === undefined) return { kind: "read", text: screen.err, exitCode: exitCodes.usage };
  return { kind: "run", invocation: asked.invocation };
}

/** `payctl help buyers list`, and with `--help` in front, is `payctl buyers list --help`. */
function helpAsFlag(argv: readonly string[]): readonly string[] {
  const [first = "", ...words] = argv;
  return ["help", "--help", "-h"].includes(first) ? [...words, "--help"] : argv;
}

interface Screen {
  out: string;
  err: string;
  readonly width: number;
}

type Invoke = (invocation: Invocation) => void;

interface Asked extends Pick<Given, "about" | "words" | "named"> {
  readonly screen: Screen;
}

/** The commander tree of the whole command table; `invoke` is called for the command that the words name. */
function buildProgram({ screen, words, named, about }: Asked, invoke: Invoke): Node {
  const root = new Node("payctl")
    .option("-V, --version", "show the version")
    .helpOption("-h, --help", "show help")
    .exitOverride()
    .helpCommand(false)
    .configureHelp({
      formatHelp: (node) =>
        readHelp(node, { words, width: screen.width, loaded: { commands: named, about } }),
    })
    .configureOutput({
      writeOut: (text) => {
        screen.out += text;
      },
      writeErr: (text) => {
        screen.err += text;
      },
      getOutHelpWidth: () => screen.width,
      getErrHelpWidth: () => screen.width,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });
  if (!named.some(isVersionRow)) root.on("option:version", askForVersion);
  addFlags(root, globalFlags);
  for (const group of groups) nodeAt(root, group.words);
  const isNamed = (word: string): boolean => words.includes(word);
  // For every other command the name is enough.
  for (const row of commands.filter((row) => row.words.slice(0, -1).every(isNamed))) nodeAt(root, row.words);
  for (const command of named) fillCommand({ root, node: nodeAt(root, command.words), command }, invoke);
  return root;
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
    invoke({
      command,
      globals,
      input: {
        arguments: readArguments(command.arguments, words),
        flags,
        rest: [],
      },
    });
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

/** Commander ends every parse that runs nothing with an error, including help and the version. */
function readScreen(error: CommanderError, screen: Screen): Request | undefined {
  switch (error.code) {
    case "commander.help":
      return screen.out === ""
        ? { kind: "read", text: screen.err, exitCode: exitCodes.usage }
        : { kind: "read", text: screen.out, exitCode: exitCodes.done };
    case "commander.helpDisplayed":
      return { kind: "read", text: screen.out, exitCode: exitCodes.done };
    default:
      return undefined;
  }
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
  const short = flag.short === undefined ? "" : `-${flag.short}, `;
  const name = flagName(key);
  switch (flag.form) {
    case "switch":
      return [`${short}--${name}`];
    case "negatable":
      return [`${short}--${name}`, `--no-${name}`];
    case "clearable":
      return [`${short}--${name} <${flag.placeholder}>`, `--no-${name}`];
    case "optional":
      return [`${short}--${name} [${flag.placeholder}]`];
    default:
      return [`${short}--${name} <${flag.placeholder}>`];
  }
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
