import type { Command } from "../commands/command.ts";
import { allOperations } from "../contract/operations.ts";
import { operationScopes } from "../contract/scopes.ts";
import { auditActions, auditResourceTypes } from "../contract/words.ts";
import type { CommandName } from "../terminal/command.ts";
import { type Flag, type FlagSpecs, switchFlag } from "../terminal/flags.ts";
import { optionNames } from "../terminal/words.ts";
import { fieldsOf } from "./json-shape.ts";

/** Every group and command, and the options that all commands take. */
export interface CommandTree {
  readonly groups: readonly CommandName[];
  readonly commands: readonly CommandName[];
  /** Those of the commands whose words are all on the command line. */
  readonly named: readonly Command[];
  readonly flags: FlagSpecs;
}

/** A command line up to the cursor. */
export interface TypedLine {
  /** The words before the one at the cursor, without the program's name. */
  readonly words: readonly string[];
  /** The word at the cursor, which may be empty. */
  readonly current: string;
  /** The names of the profiles in the configuration file. */
  readonly profiles: readonly string[];
}

export interface Candidate {
  /** A whole word, in place of the current one. */
  readonly word: string;
  readonly about?: string;
}

/** What may come at the cursor; the shell narrows it to what matches the letters typed so far. */
export type Candidates =
  /** In a list, another word may follow after a comma. */
  | { readonly kind: "words" | "list"; readonly candidates: readonly Candidate[] }
  /** Files, which the shell finds itself; after `--name=` if the current word starts with that. */
  | { readonly kind: "files" };

const none: Candidates = { kind: "words", candidates: [] };

const builtIn: FlagSpecs = {
  help: switchFlag("show help", { short: "h" }),
  version: switchFlag("show the version", { short: "V" }),
};

/** What may come at the cursor of a command line. */
export function findCandidates(tree: CommandTree, line: TypedLine): Candidates {
  const { current } = line;
  const state = readWords(tree, line.words);
  if (state.pending !== undefined) return valuesOf(state.pending, state, line);
  if (state.ended) return { kind: "files" };
  const [, written = "", name] = /^((--[^=]*)=)/.exec(current) ?? [];
  if (name !== undefined) {
    const option = state.options.find(({ names }) => names.includes(name));
    return option === undefined ? none : prefixed(written, valuesOf(option.flag, state, line));
  }
  if (current.startsWith("-")) return { kind: "words", candidates: optionCandidates(state) };
  const children = state.position === 0 ? childrenOf(tree, state.path) : [];
  if (children.length > 0) return { kind: "words", candidates: children };
  return argumentCandidates(state, line);
}

/** Where the words before the cursor lead. */
interface LineState {
  readonly path: readonly string[];
  readonly command: Command | undefined;
  /** The options that can be given here, the command's own first. */
  readonly options: readonly Option[];
  /** How many arguments were given, and the last of them. */
  readonly position: number;
  readonly before: string;
  /** The option whose value comes next. */
  readonly pending: Flag<unknown> | undefined;
  /** Whether `--` was given. */
  readonly ended: boolean;
}

interface Option {
  readonly names: readonly string[];
  readonly flag: Flag<unknown>;
}

function readWords(tree: CommandTree, words: readonly string[]): LineState {
  return words.reduce((state, word) => readWord(tree, state, word), startAt(tree, []));
}

function readWord(tree: CommandTree, state: LineState, word: string): LineState {
  const { ended, options, path, pending, position } = state;
  if (pending !== undefined) return { ...state, pending: undefined };
  if (ended) return state;
  if (word === "--") return { ...state, ended: true };
  if (/^-./.test(word)) {
    const name = word.replace(/^(--[^=]*)=.*$/s, "$1");
    const option = options.find(({ names }) => names.includes(name));
    const isOpen = option !== undefined && name === word && takesNextWord(option.flag, name);
    return { ...state, pending: isOpen ? option.flag : undefined };
  }
  if (position === 0 && childrenOf(tree, path).some((child) => child.word === word)) {
    return startAt(tree, [...path, word]);
  }
  return { ...state, position: position + 1, before: word };
}

function startAt({ named, flags }: CommandTree, path: readonly string[]): LineState {
  const command = named.find(({ words }) => words.join(" ") === path.join(" "));
  const own = command?.flags;
  // A command may have a global option as its own, with other values.
  const specs = Object.entries({ ...own, ...flags, ...own, ...builtIn });
  const options = specs.map(([key, flag]) => {
    const { long, opposite, short } = optionNames(key, flag);
    return { flag, names: [long, short, opposite].filter((name) => name !== undefined) };
  });
  return { path, command, options, position: 0, before: "", pending: undefined, ended: false };
}

/** `--no-description` is the opposite of `--description TEXT`, and takes nothing. */
function takesNextWord({ form }: Flag<unknown>, name: string): boolean {
  return form === "value" || form === "list" || (form === "clearable" && !name.startsWith("--no-"));
}

function childrenOf({ commands, groups }: CommandTree, path: readonly string[]): readonly Candidate[] {
  return [...groups, ...commands]
    .filter(({ words }) => words.length === path.length + 1 && path.every((word, at) => words[at] === word))
    .map(({ words, summary }) => ({ word: words.at(-1) ?? "", about: summary }));
}

function optionCandidates({ options }: LineState): readonly Candidate[] {
  return options.flatMap(({ flag, names }) => names.map((word) => ({ word, about: flag.summary })));
}

function argumentCandidates(state: LineState, line: TypedLine): Candidates {
  const specs = Object.values(state.command?.arguments ?? {});
  const last = specs.at(-1);
  const spec = specs[state.position] ?? (last?.variadic ? last : undefined);
  if (spec === undefined) return none;
  const { choicesAfter } = spec;
  if (choicesAfter === undefined) return valuesOf(spec, state, line);
  return { kind: "words", candidates: plain(choicesAfter[state.before] ?? []) };
}

interface ValueSpec {
  readonly form?: string;
  readonly choices?: readonly string[];
  readonly completes?: string;
}

function valuesOf(
  { choices, completes, form }: ValueSpec,
  { command }: LineState,
  line: TypedLine,
): Candidates {
  if (form === "switch" || form === "negatable") return none;
  if (choices !== undefined) return { kind: "words", candidates: plain(choices) };
  if (completes === "file") return { kind: "files" };
  const candidates = known[completes ?? ""]?.(line, command) ?? [];
  if (!separable.includes(completes ?? "")) return { kind: "words", candidates };
  const before = /^(?:--[^=]*=)?(.*,)?/s.exec(line.current)?.[1] ?? "";
  return prefixed(before, { kind: "list", candidates });
}

/** Candidates by the name that flags and arguments give in `completes`; files are up to the shell. */
const known: Readonly<
  Record<string, (line: TypedLine, command: Command | undefined) => readonly Candidate[]>
> = {
  "audit-action": () => plain(auditActions),
  "audit-resource-type": () => plain(auditResourceTypes),
  fields: (_, command) => (command === undefined ? [] : plain(fieldsOf(command))),
  operation: () => allOperations.map(({ name, summary }) => ({ word: name, about: summary })),
  path: () => plain([...new Set(allOperations.map(({ path }) => path))]),
  profile: ({ profiles }) => plain(profiles),
  scope: () => plain(operationScopes),
  "time-zone": () => plain(["local", "utc", ...Intl.supportedValuesOf("timeZone")]),
};

/** Those that can take several values, separated by commas. */
const separable: readonly string[] = ["audit-action", "audit-resource-type", "fields"];

/** Every name that `completes` may give. */
export const completionKinds: readonly string[] = ["file", ...Object.keys(known)];

/** The same with the typed start of the word in front. */
function prefixed(prefix: string, found: Candidates): Candidates {
  if (found.kind === "files") return found;
  return {
    kind: found.kind,
    candidates: found.candidates.map((candidate) => ({ ...candidate, word: `${prefix}${candidate.word}` })),
  };
}

function plain(words: readonly string[]): readonly Candidate[] {
  return words.map((word) => ({ word }));
}
