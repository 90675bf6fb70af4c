import type { Context } from "../context.ts";
import type { AnyControlOperation } from "../contract/control/operations.ts";
import type { Operation } from "../contract/operation.ts";
import type { ArgumentSpecs } from "../terminal/arguments.ts";
import type { CommandName, CommandSpec } from "../terminal/command.ts";
import type { FlagSpecs } from "../terminal/flags.ts";
import type { Fields, Result } from "./result.ts";

/** Whether a command reads or writes at the service, or does not call it. */
export type Effect = "read" | "write" | "local";

/** One item of the operation's list; several are printed one per line. */
interface AnswerItem {
  readonly answer: "item";
  readonly perLine?: true;
}

/** A command without its name, which the table has. */
export interface CommandBody<
  Arguments extends ArgumentSpecs = ArgumentSpecs,
  Flags extends FlagSpecs = FlagSpecs,
> extends CommandSpec<Context, Arguments, Flags> {
  /** What it prints; null for nothing; the whole answer of the operation unless given. */
  readonly result?: Result | AnswerItem | null;
  /** What it prints instead, and when: `with FILE`. */
  readonly otherwise?: { readonly when: string; readonly result: Result };
  /** Whose answer it prints, if it speaks to a running reference server. */
  readonly control?: AnyControlOperation;
  /** Fields that each item of that answer gets besides. */
  readonly adds?: Fields;
  /** Gives its help the scope. */
  readonly operation?: Operation;
  /** What it does at the service, if no operation says so. */
  readonly effect?: Effect;
  /** The scope that every ceiling has to allow for it, if no operation says so. */
  readonly needs?: string | undefined;
  /** Written to be read: text off a terminal too, unless a format, fields or a query ask for data. */
  readonly document?: true;
}

/** A command with its name. */
export interface Command extends CommandName, CommandBody {}

/** What every ceiling has to allow for a command. */
export function neededScope({ needs, operation }: CommandBody): string | undefined {
  return operation?.scope ?? needs;
}

/** Infers the types of a command's arguments and flags. */
export function command<const Arguments extends ArgumentSpecs, const Flags extends FlagSpecs>(
  spec: CommandBody<Arguments, Flags>,
): CommandBody<Arguments, Flags> {
  return spec;
}
