import { Argument, CommanderError, type Command as Node, Option } from "commander";
import type { Command } from "./commands/command.ts";
import { commands, groups, versionRow } from "./commands/table.ts";
import { UsageError } from "./errors.ts";
import { type Globals, globalFlags } from "./globals.ts";
import type { ArgumentSpecs } from "./terminal/arguments.ts";
import type { CommandInput } from "./terminal/command.ts";
import type { Flag, FlagSpecs } from "./terminal/flags.ts";
import { flagName, isNegation, optionNames, readArguments, readFlags } from "./terminal/words.ts";

/** One command and everything it was given. */
export interface Invocation {
  readonly command: Command;
  readonly globals: Globals;
  readonly input: CommandInput<ArgumentSpecs, FlagSpecs>;
}

/** Makes the tree of the whole command table; `invoke` is called for the command that the words name. */
export function fillProgram(
  root: Node,
  { words, named }: { readonly words: readonly string[]; readonly named: readonly Command[] },
  invoke: (invocation: Invocation) => void,
): void {
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

function askForVersion(): never {
  throw new CommanderError(0, "commander.version", "the version was asked for");
}

interface CommandNode {
  readonly root: Node;
  readonly node: Node;
  readonly command: Command;
}

function fillCommand({ root, node, command }: CommandNode, invoke: (invocation: Invocation) => void): void {
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

/** Gives a node of the commander tree its options. */
function addFlags(node: Node, specs: FlagSpecs): void {
  for (const [key, flag] of Object.entries(specs)) {
    for (const spelling of spellings(key, flag)) node.addOption(toOption(spelling, key, flag));
    const { long, opposite } = optionNames(key, flag);
    if (opposite !== undefined) refuseBoth([node], [long, opposite]);
  }
}

/** A global option that a command has as its own may have an opposite there, which the command alone knows. */
function addOpposites({ root, node, command }: CommandNode): void {
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
