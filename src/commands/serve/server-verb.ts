import type { Context } from "../../context.ts";
import type { ControlAnswer, ControlInput } from "../../contract/control/client.ts";
import {
  type AnyControlOperation,
  type ControlName,
  changingScope,
  controlOperations,
  isChange,
} from "../../contract/control/operations.ts";
import type { ArgumentSpecs, ArgumentValues } from "../../terminal/arguments.ts";
import type { CommandInput } from "../../terminal/command.ts";
import { type FlagSpecs, pathFlag, textFlag } from "../../terminal/flags.ts";
import type { Column, Results, Shape } from "../../terminal/output.ts";
import { argumentName, flagName } from "../../terminal/words.ts";
import { isRecord } from "../../values/record.ts";
import { type CommandBody, command } from "../command.ts";
import { boolean, integer, orNull, type Result, record, shapeOf, string, stringOrNull } from "../result.ts";
import { onePage } from "../show-list.ts";
import type { Control, VerbCall } from "./control.ts";
import type { Target } from "./find-target.ts";
import type { TypedAs } from "./refusal.ts";

/** Which running server a command talks to. */
export const serverFlags = {
  url: textFlag("address of the server", { placeholder: "URL" }),
  controlTokenFile: pathFlag("the token that the server was started with"),
} as const;

/** Which running server a command talks to, and which world of it. */
const targetFlags = {
  ...serverFlags,
  world: textFlag("a world of that server", { placeholder: "NAME" }),
} as const;

export const aboutTarget =
  "The server is that of --url; without it, that of the base URL in use, as of a profile, else http://127.0.0.1:4010.";

/** Those of every command that speaks to a running server. */
const verbExitCodes = {
  3: "what answers there is not a reference server, or could only be reached in plain http",
  10: "no server answers there, or --deadline has passed",
};

/** A call, with what was typed for its parts where flags and arguments have other names. */
export function callOf<Name extends ControlName>(
  name: Name,
  input: ControlInput<Name>,
  typedAs: TypedAs = {},
): VerbCall<Name> {
  return { name, input, typedAs };
}

type Calls = readonly VerbCall<ControlName>[];

type Given<Arguments extends ArgumentSpecs, Flags extends FlagSpecs> = CommandInput<
  Arguments,
  Flags & typeof targetFlags
>;

/** What a verb shows its answer with. */
interface Shown<Name extends ControlName, Arguments extends ArgumentSpecs, Flags extends FlagSpecs> {
  /** What its own operation answered; if the verb has not called that one, what the last call did. */
  readonly answer: ControlAnswer<Name>;
  readonly context: Context;
  readonly input: Given<Arguments, Flags>;
  readonly results: Results;
  readonly control: Control;
  /** Shows a record as data, or a sentence to people. */
  tell(value: unknown, sentence: string): Promise<void>;
}

interface Verb<Name extends ControlName, Arguments extends ArgumentSpecs, Flags extends FlagSpecs>
  extends Pick<CommandBody, "about" | "adds" | "examples" | "exitCodes" | "document" | "otherwise"> {
  readonly arguments?: Arguments;
  readonly flags?: Flags;
  /** Of the answer to its own operation, which says which fields there are besides. */
  readonly columns?: readonly Column[];
  /** What it shows in place of that answer. */
  readonly result?: Result;
  /** How it is shown, if that depends on what was given. */
  shape?(input: Given<Arguments, Flags>): Shape;
  /** The calls that it makes, in their order: unless given, one of its own operation, with the arguments as its path. */
  calls?(input: Given<Arguments, Flags>, context: Context): Calls | Promise<Calls>;
  /** Shows the answer as it is unless given. */
  show?(shown: Shown<Name, Arguments, Flags>): Promise<unknown>;
}

/** A verb of a running server, made from the row of its operation. */
export function serverVerb<
  Name extends ControlName,
  const Arguments extends ArgumentSpecs = Record<never, never>,
  const Flags extends FlagSpecs = Record<never, never>,
>(name: Name, verb: Verb<Name, Arguments, Flags>) {
  const { about, calls, columns = [], exitCodes, flags, show = showAnswer, ...parts } = verb;
  const operation: AnyControlOperation = controlOperations[name];
  // Worlds belong to a server, whichever of them its address names.
  const target: Partial<typeof targetFlags> = operation.isOfServer ? serverFlags : targetFlags;
  const usual = parts.result === undefined ? controlShape(operation, columns) : shapeOf(parts.result);
  return command({
    ...parts,
    control: operation,
    arguments: (verb.arguments ?? {}) as Arguments,
    about: about === undefined ? aboutTarget : `${about}\n\n${aboutTarget}`,
    needs: isChange(operation) ? changingScope : undefined,
    flags: { ...(flags as Flags), ...(target as typeof targetFlags) },
    exitCodes: { ...verbExitCodes, ...exitCodes },
    run: async (context, given) => {
      const { output } = context;
      // A wrong --fields is noticed before anything changes.
      const results = await output.results(parts.shape?.(given) ?? usual);
      // Only verbs whose arguments are the path of their operation leave out `calls`.
      const own = { name, input: { path: given.arguments }, typedAs: {} } as unknown as Calls[number];
      const wanted = (await calls?.(given, context)) ?? [own];
      const { openControl, rehearse } = await import("./control.ts");
      // The compiler does not see through a set of flags that it can't know yet.
      const named = given.flags as Target;
      const at = operation.isOfServer ? { ...named, world: null } : named;
      if (context.globals.dryRun) return rehearse(context, at, wanted);
      const control = await openControl(context, at, wanted);
      const typedAs = namesTypedFor(given);
      const answers: unknown[] = [];
      for (const call of wanted)
        answers.push(await control.call({ ...call, typedAs: { ...typedAs, ...call.typedAs } }));
      if (wanted.some((call) => isChange(controlOperations[call.name]))) {
        const { source, url } = control.server;
        await output.note(`changed the server at ${url} (${source})`);
      }
      const answer = answers.at(wanted.findLastIndex((call) => call.name === name)) as ControlAnswer<Name>;
      const tell = (value: unknown, sentence: string) =>
        output.format === "table" ? output.text(sentence) : results.record(value);
      await show({ answer, context, input: given, results, control, tell });
      return undefined;
    },
  });
}

/** What a result looks like that is the answer to an operation. */
export function controlShape(operation: AnyControlOperation, columns: readonly Column[]): Shape {
  const idField = columns.find(({ field }) => field === "name")?.field;
  return {
    columns,
    ...(idField === undefined ? {} : { idField }),
    async fieldNames() {
      const { fieldNames } = await import("../../contract/fields.ts");
      return [...new Set([...(await fieldNames(operation)), ...columns.map(({ field }) => field)])];
    },
  };
}

interface AnyShown {
  readonly answer: unknown;
  readonly input: { readonly arguments: ArgumentValues<ArgumentSpecs> };
  readonly results: Results;
}

/** As a list or a record; nothing was answered about what was deleted by its name. */
async function showAnswer({ answer, input, results }: AnyShown): Promise<void> {
  if (!isRecord(answer)) return results.record({ name: input.arguments["name"], deleted: true });
  const { items } = answer;
  if (Array.isArray(items)) await results.list(onePage(items));
  else await results.record(answer);
}

/** What was typed for the parts of a call that have the name of a flag or an argument. */
function namesTypedFor({ arguments: words, flags }: CommandInput<ArgumentSpecs, FlagSpecs>): TypedAs {
  const paths = Object.keys(words).map((name) => [`path.${name}`, argumentName(name)]);
  const options = Object.keys(flags).flatMap((name) => {
    const field = argumentName(name).toLowerCase();
    return ["body", "query"].map((part) => [`${part}.${field}`, `--${flagName(name)}`]);
  });
  return Object.fromEntries([...paths, ...options]);
}

/** What was typed for each item of a list that is a part of a call. */
export function itemsTypedAs(
  part: string,
  items: readonly string[] = [],
  typedAs: (item: string) => string,
): TypedAs {
  return Object.fromEntries(items.map((item, index) => [`${part}.${index}`, typedAs(item)]));
}

/** What a verb says about something that it deleted. */
export const deleted = record({ name: string("NAME"), deleted: boolean("DELETED") }, { idField: "name" });

/** Whether a server answers, and which one. */
export const statusResult = record(
  {
    running: boolean("RUNNING"),
    url: string("URL"),
    pid: orNull(integer("PID")),
    database: stringOrNull("DATABASE"),
    log: stringOrNull("LOG"),
  },
  { idField: "url" },
);
