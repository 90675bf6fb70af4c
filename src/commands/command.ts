import type { Context } from "../context.ts";
import type { Operation } from "../contract/operation.ts";
import type { ArgumentSpecs } from "../terminal/arguments.ts";
import type { CommandName, CommandSpec } from "../terminal/command.ts";
import type { FlagSpecs } from "../terminal/flags.ts";

/** Whether a command reads or writes at the service, or does not call it. */
export type Effect = "read" | "write" | "local";

/** A command without its name, which the table has. */
export interface CommandBody<
  Arguments extends ArgumentSpecs = ArgumentSpecs,
  Flags extends FlagSpecs = FlagSpecs,
> extends CommandSpec<Context, Arguments, Flags> {
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
