import type { Context } from "../../context.ts";
import { allows, type Ceiling } from "../../credentials/ceiling.ts";
import { exitCodes } from "../../errors.ts";
import { globalFlags } from "../../globals.ts";
import type { ArgumentSpecs } from "../../terminal/arguments.ts";
import type { Flag, FlagSpecs } from "../../terminal/flags.ts";
import {
  argumentTerm,
  type Definition,
  definitionLines,
  pageText,
  paragraph,
  readableWidth,
} from "../../terminal/page-layout.ts";
import { terminalWidth } from "../../terminal/streams.ts";
import { argumentName, optionNames } from "../../terminal/words.ts";
import { type Command, type CommandBody, command, type Effect, neededScope } from "../command.ts";
import { resultSchema } from "../explain/result-schema.ts";
import {
  boolean,
  integer,
  integers,
  object,
  objects,
  orNull,
  record,
  shapeOf,
  string,
  stringOrNull,
  strings,
  stringsOrNull,
} from "../result.ts";
import { loadCommands } from "../table.ts";

const options = objects({
  name: string(),
  short: stringOrNull(),
  value: stringOrNull(),
  values: stringsOrNull(),
  default: stringOrNull(),
  summary: string(),
});

const result = record({
  version: integer(),
  commands: objects({
    words: strings(),
    summary: string(),
    about: stringOrNull(),
    arguments: objects({ name: string(), required: boolean(), variadic: boolean(), summary: string() }),
    options,
    scope: stringOrNull(),
    effect: string(),
    allowed: boolean(),
    exit_codes: integers(),
    result_schema: orNull(object()),
  }),
  options,
});

export const commandTree = command({
  document: true,
  about:
    "For programs that write command lines: -o json has a version of the format, each command with its arguments, " +
    "options, scope, effect (read, write or local), exit codes and the JSON Schema of its result, whether the settings in force let " +
    "payctl sign for it (allowed), and the options that every command takes.",
  result,
  arguments: {},
  flags: {},
  examples: [
    { command: "payctl commands", about: "a page to read" },
    {
      command: "payctl commands -o json --query \"commands[?effect=='write'].words\"",
      about: "the commands that change something at the service",
    },
  ],
  run: showCommands,
});

/** A page for people, data for programs. */
async function showCommands({ host, output, settings }: Context): Promise<void> {
  if (output.format === "table") {
    const width = readableWidth(terminalWidth(host.stdout, host.env));
    await output.document(treePage(await loadCommands(), width));
    return;
  }
  const results = await output.results({ ...shapeOf(result), describes: true });
  await results.record(await describeCommands((await settings()).ceilings));
}

function treePage(commands: readonly Command[], width: number): string {
  return pageText([
    { title: "Commands", lines: definitionLines(commands.map(commandLine), width) },
    { lines: paragraph("Options, exit codes and the JSON Schema of each result: -o json", width) },
  ]);
}

function commandLine(command: Command): Definition {
  const { words, summary, arguments: specs, operation } = command;
  const terms = Object.entries(specs).map(([key, spec]) => argumentTerm(key, spec));
  const scope = operation === undefined ? "" : `, scope ${operation.scope}`;
  return {
    term: ["payctl", ...words, ...terms].join(" "),
    text: `${summary} (${effectOf(command)}${scope})`,
  };
}

/** The command tree as data; a change that programs would notice raises the version. */
async function describeCommands(ceilings: readonly Ceiling[]) {
  return {
    version: 1,
    commands: await Promise.all((await loadCommands()).map((command) => describeCommand(command, ceilings))),
    options: [...describeFlags(globalFlags), ...textOptions],
  };
}

async function describeCommand(command: Command, ceilings: readonly Ceiling[]) {
  const needed = neededScope(command);
  return {
    words: command.words,
    summary: command.summary,
    about: command.about ?? null,
    arguments: describeArguments(command.arguments),
    options: describeFlags(command.flags),
    scope: command.operation?.scope ?? null,
    effect: effectOf(command),
    allowed: needed === undefined || allows(ceilings, needed),
    exit_codes: codesOf(command),
    // Null for a command that prints no result.
    result_schema: (await resultSchema(command)) ?? null,
  };
}

/** What a command does at the service. */
export function effectOf({ effect, operation }: CommandBody): Effect {
  if (effect !== undefined) return effect;
  if (operation === undefined) return "local";
  return operation.scope.endsWith(".write") ? "write" : "read";
}

function describeArguments(specs: ArgumentSpecs) {
  return Object.entries(specs).map(([key, { required, variadic, summary }]) => {
    return { name: argumentName(key), required, variadic, summary };
  });
}

function describeFlags(flags: FlagSpecs) {
  return Object.entries(flags).flatMap(([key, flag]) => {
    const { long, short, opposite } = optionNames(key, flag);
    const { choices, summary, usual } = flag;
    const option = {
      name: long,
      short: short ?? null,
      // What stands in for its value in help; null for an option without one.
      value: placeholderOf(flag),
      values: choices ?? null,
      default: usual ?? null,
      summary,
    };
    return opposite === undefined ? [option] : [option, bareOption(opposite, summary)];
  });
}

function placeholderOf({ form, placeholder }: Flag<unknown>): string | null {
  return form === "switch" || form === "negatable" ? null : placeholder;
}

function bareOption(name: string, summary: string, short: string | null = null) {
  return { name, short, value: null, values: null, default: null, summary };
}

/** Those that no command sees, because they print a text instead. */
const textOptions = [
  bareOption("--help", "show help", "-h"),
  bareOption("--version", "show the version", "-V"),
];

/** How a command can end: 11 because its output may not have fit on the disk. */
function codesOf(command: Command): readonly number[] {
  const isCall = effectOf(command) !== "local";
  const own = Object.keys(command.exitCodes ?? {}).map(Number);
  return Object.values(exitCodes).filter((code) => {
    if (own.includes(code)) return true;
    if (code === exitCodes.cut) return "failIfMore" in command.flags;
    const isOfCalls = code >= exitCodes.refused && code <= exitCodes.unreachable;
    return isOfCalls ? isCall : code !== exitCodes.changed;
  });
}
