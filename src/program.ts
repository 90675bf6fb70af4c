import { CommanderError, Command as Node } from "commander";
import { fillProgram, type Invocation } from "./command-tree.ts";
import type { Command } from "./commands/command.ts";
import { commands, loadAbout, loadCommands, versionRow } from "./commands/table.ts";
import { type ExitCode, exitCodes, UsageError } from "./errors.ts";
import { globalFlags } from "./globals.ts";
import { completeOptionalFlags } from "./terminal/words.ts";
import { readHelp, usageError } from "./usage.ts";

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

function isVersion(error: unknown): boolean {
  return error instanceof CommanderError && error.code === "commander.version";
}

interface ParseInput {
  readonly words: readonly string[];
  /** The commands whose words are all among them. */
  readonly named: readonly Command[];
  /** What the help of a group says. */
  readonly about?: string | undefined;
  readonly rest: readonly string[];
  readonly width: number;
}

function parse({ words, named, about, rest, width }: ParseInput): Request {
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
